import type { IncomingAnswer } from '@onceover/schema/rest/support';
import type { IncomingData } from '../../operations/incoming.operation.ts';
import { type MetadataView, presentMetadata } from './metadata.ts';

/** The answer to what was handed in for the support desk. Source: REST contract 8. */
export function presentIncoming(
  submitted: IncomingData,
  given: MetadataView & { readonly shrimp: string },
): IncomingAnswer {
  return {
    success: true,
    shrimp: given.shrimp,
    custid: given.custid,
    record: { metadata: presentMetadata(submitted.metadata, given) },
    details: { ticketno: submitted.ticketNumber, recipient_safe: [submitted.recipient] },
  };
}
