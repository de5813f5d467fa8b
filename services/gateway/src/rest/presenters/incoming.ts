import type { IncomingAnswer } from '@onceover/schema/rest/support';
import type { SubmitIncomingMutation } from '../../operations/operations.generated.ts';
import { type MetadataView, presentMetadata } from './metadata.ts';

type Submitted = Extract<SubmitIncomingMutation['submitIncoming'], { readonly __typename: 'IncomingSubmitted' }>;

/** The answer to what was handed in for the support desk. Source: REST contract 8. */
export function presentIncoming(
  submitted: Submitted,
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
