import { type MetadataData, metadataFields } from './metadata.operation.ts';
import type { RefusalData, StoredOperation } from './stored-operation.ts';

export interface IncomingData {
  readonly __typename: 'IncomingSubmitted';
  readonly metadata: MetadataData;
  readonly ticketNumber: string;
  /** Obscured. */
  readonly recipient: string;
}

export const submitIncoming: StoredOperation<
  { input: { readonly secret: string; readonly ticketNumber: string } },
  { submitIncoming: IncomingData | RefusalData }
> = {
  name: 'SubmitIncoming',
  document: `mutation SubmitIncoming($input: SubmitIncomingInput!) {
  submitIncoming(input: $input) {
    __typename
    ... on IncomingSubmitted { ticketNumber recipient metadata {${metadataFields} } }
    ... on Refusal { code message }
    ... on MailQuotaReached { retryAfterSeconds }
  }
}`,
};
