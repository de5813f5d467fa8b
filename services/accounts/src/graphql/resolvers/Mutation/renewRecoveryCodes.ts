import type { GraphContext } from '../../context.ts';
import { refusable } from '../../refusable.ts';
import type { EnableTwoStepResult, MutationRenewRecoveryCodesArgs, MutationResolvers } from '../../types.generated.ts';

export const renewRecoveryCodes: NonNullable<MutationResolvers['renewRecoveryCodes']> = refusable(
  async (
    _parent: unknown,
    { input }: MutationRenewRecoveryCodesArgs,
    { useCases, caller }: GraphContext,
  ): Promise<EnableTwoStepResult> => {
    return { __typename: 'TwoStepEnabled', recoveryCodes: await useCases.renewRecoveryCodes(input.code, caller) };
  },
);
