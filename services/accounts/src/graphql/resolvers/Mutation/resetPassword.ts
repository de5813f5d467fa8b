import type { GraphContext } from '../../context.ts';
import { refusable } from '../../refusable.ts';
import type { MutationResetPasswordArgs, MutationResolvers, ResetPasswordResult } from '../../types.generated.ts';

export const resetPassword: NonNullable<MutationResolvers['resetPassword']> = refusable(
  async (
    _parent: unknown,
    { input }: MutationResetPasswordArgs,
    { useCases, caller }: GraphContext,
  ): Promise<ResetPasswordResult> => {
    await useCases.resetPassword(input, caller);
    return { __typename: 'PasswordReset', isReset: true };
  },
);
