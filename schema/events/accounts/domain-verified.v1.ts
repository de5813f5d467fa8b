import { z } from 'zod';
import { envelopeOf } from '../envelope.ts';
import { classed } from '../field-class.ts';

/** The host proved to be the account's. */
export const domainVerifiedData = z.object({
  domainId: classed('tenant', z.string().max(40)),
  accountRef: classed('tenant', z.uuid()),
  hostname: classed('tenant', z.string().max(600)),
});

export const domainVerifiedV1 = envelopeOf('domain.verified', 1, domainVerifiedData);

export interface DomainVerified {
  readonly type: 'domain.verified';
  readonly schemaVersion: 1;
  readonly data: Readonly<z.infer<typeof domainVerifiedData>>;
}
