import { z } from 'zod';
import { envelopeOf } from '../envelope.ts';
import { classed } from '../field-class.ts';

/** Another language. */
export const accountLocaleChangedData = z.object({
  accountRef: classed('tenant', z.uuid()),
  locale: classed('tenant', z.string().max(10)),
});

export const accountLocaleChangedV1 = envelopeOf('account.locale_changed', 1, accountLocaleChangedData);

export interface AccountLocaleChanged {
  readonly type: 'account.locale_changed';
  readonly schemaVersion: 1;
  readonly data: Readonly<z.infer<typeof accountLocaleChangedData>>;
}
