import type { GraphContext } from '../../context.ts';
import { toSignedIn } from '../../mappers.ts';
import { refusable } from '../../refusable.ts';
import type {
  ConfirmSecondStepResult,
  MutationConfirmSecondStepArgs,
  MutationResolvers,
} from '../../types.generated.ts';

export const confirmSecondStep: NonNullable<MutationResolvers['confirmSecondStep']> = refusable(
  async (
    _parent: unknown,
    { input }: MutationConfirmSecondStepArgs,
    { useCases, caller }: GraphContext,
  ): Promise<ConfirmSecondStepResult> => {
    return toSignedIn(await useCases.confirmSecondStep(input, caller));
  },
);
