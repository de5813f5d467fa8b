import type { MutationResolvers } from '../../types.generated.ts';

export const submitFeedback: Required<MutationResolvers>['submitFeedback'] = async (
  _parent,
  { input },
  { useCases, caller },
) => {
  await useCases.submitFeedback(input.message, caller);
  return { __typename: 'FeedbackSubmitted', isSubmitted: true };
};
