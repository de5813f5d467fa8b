import type { GraphContext } from '../../context.ts';
import { refusable } from '../../refusable.ts';
import type { EnableTwoStepResult, MutationEnableTwoStepArgs, MutationResolvers } from '../../types.generated.ts';

export const enableTwoStep: NonNullable<MutationResolvers['enableTwoStep']> = refusable(
  async (
    _parent: unknown,
    { input }: MutationEnableTwoStepArgs,
    { useCases, caller }: GraphContext,
  ): Promise<EnableTwoStepResult> => {
    return { __typename: 'TwoStepEnabled', recoveryCodes: await useCases.enableTwoStep(input.code, caller) };
  },
);
