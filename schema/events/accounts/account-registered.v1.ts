import { z } from 'zod';
import { planIds } from '../../plans.ts';
import { envelopeOf } from '../envelope.ts';
import { classed } from '../field-class.ts';

/** An account exists, not verified yet. */
export const accountRegisteredData = z.object({
  accountRef: classed('tenant', z.uuid()),
  locale: classed('tenant', z.string().max(10)),
  planId: classed('tenant', z.enum(planIds)),
  deliveryId: classed('internal', z.uuid().optional()),
});

export const accountRegisteredV1 = envelopeOf('account.registered', 1, accountRegisteredData);

export interface AccountRegistered {
  readonly type: 'account.registered';
  readonly schemaVersion: 1;
  readonly data: Readonly<z.infer<typeof accountRegisteredData>>;
}
