import type { GraphContext } from '../../context.ts';
import { refusable } from '../../refusable.ts';
import type { BeginTwoStepResult, MutationBeginTwoStepArgs, MutationResolvers } from '../../types.generated.ts';

export const beginTwoStep: NonNullable<MutationResolvers['beginTwoStep']> = refusable(
  async (
    _parent: unknown,
    { input }: MutationBeginTwoStepArgs,
    { useCases, caller }: GraphContext,
  ): Promise<BeginTwoStepResult> => {
    return { __typename: 'TwoStepBegun', ...(await useCases.beginTwoStep(input.password, caller)) };
  },
);
