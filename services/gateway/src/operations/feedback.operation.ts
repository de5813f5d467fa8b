import type { RefusalData, StoredOperation } from './stored-operation.ts';

export const submitFeedback: StoredOperation<
  { input: { readonly message: string } },
  { submitFeedback: { readonly __typename: 'FeedbackSubmitted' } | RefusalData }
> = {
  name: 'SubmitFeedback',
  document: `mutation SubmitFeedback($input: SubmitFeedbackInput!) {
  submitFeedback(input: $input) { __typename ... on Refusal { code message } }
}`,
};
