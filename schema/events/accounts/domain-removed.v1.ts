import { z } from 'zod';
import { envelopeOf } from '../envelope.ts';
import { classed } from '../field-class.ts';

/** The host is the account's no more. */
export const domainRemovedData = z.object({
  domainId: classed('tenant', z.string().max(40)),
  accountRef: classed('tenant', z.uuid()),
  hostname: classed('tenant', z.string().max(600)),
});

export const domainRemovedV1 = envelopeOf('domain.removed', 1, domainRemovedData);

export interface DomainRemoved {
  readonly type: 'domain.removed';
  readonly schemaVersion: 1;
  readonly data: Readonly<z.infer<typeof domainRemovedData>>;
}
