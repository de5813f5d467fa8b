import { z } from 'zod';
import { envelopeOf } from '../envelope.ts';
import { classed } from '../field-class.ts';

/** A look for the proof failed; after 72 hours of failing a verified host is no longer served. */
export const domainVerificationFailedData = z.object({
  domainId: classed('tenant', z.string().max(40)),
  accountRef: classed('tenant', z.uuid()),
  hostname: classed('tenant', z.string().max(600)),
  reasonCode: classed('tenant', z.enum(['no-record', 'other-value', 'dns-unavailable'])),
  isServed: classed('tenant', z.boolean()),
});

export const domainVerificationFailedV1 = envelopeOf('domain.verification_failed', 1, domainVerificationFailedData);

export interface DomainVerificationFailed {
  readonly type: 'domain.verification_failed';
  readonly schemaVersion: 1;
  readonly data: Readonly<z.infer<typeof domainVerificationFailedData>>;
}
