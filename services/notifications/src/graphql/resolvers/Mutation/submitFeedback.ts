import type { GraphContext } from '../../context.ts';
import { refusable } from '../../refusable.ts';
import type { MutationResolvers, MutationSubmitFeedbackArgs, SubmitFeedbackResult } from '../../types.generated.ts';

export const submitFeedback: Required<MutationResolvers>['submitFeedback'] = refusable(
  async (
    _parent: unknown,
    { input }: MutationSubmitFeedbackArgs,
    { useCases, caller }: GraphContext,
  ): Promise<SubmitFeedbackResult & { readonly __typename: string }> => {
    await useCases.submitFeedback(input.message, caller);
    return { __typename: 'FeedbackSubmitted', isSubmitted: true };
  },
);
