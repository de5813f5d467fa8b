import type { GraphContext } from '../../context.ts';
import { refusable } from '../../refusable.ts';
import type { DisableTwoStepResult, MutationDisableTwoStepArgs, MutationResolvers } from '../../types.generated.ts';

export const disableTwoStep: NonNullable<MutationResolvers['disableTwoStep']> = refusable(
  async (
    _parent: unknown,
    { input }: MutationDisableTwoStepArgs,
    { useCases, caller }: GraphContext,
  ): Promise<DisableTwoStepResult> => {
    await useCases.disableTwoStep(input.password, input.code, caller);
    return { __typename: 'TwoStepDisabled', isDisabled: true };
  },
);
