import { z } from 'zod';
import { envelopeOf } from '../envelope.ts';
import { classed } from '../field-class.ts';

/** A host was added, not verified yet. The host name is sealed under the account's data key. */
export const domainAddedData = z.object({
  domainId: classed('tenant', z.string().max(40)),
  accountRef: classed('tenant', z.uuid()),
  hostname: classed('tenant', z.string().max(600)),
});

export const domainAddedV1 = envelopeOf('domain.added', 1, domainAddedData);

export interface DomainAdded {
  readonly type: 'domain.added';
  readonly schemaVersion: 1;
  readonly data: Readonly<z.infer<typeof domainAddedData>>;
}
