import type { GraphContext } from '../../context.ts';
import { refusable } from '../../refusable.ts';
import type { DeleteAccountResult, MutationDeleteAccountArgs, MutationResolvers } from '../../types.generated.ts';

export const deleteAccount: NonNullable<MutationResolvers['deleteAccount']> = refusable(
  async (
    _parent: unknown,
    { input }: MutationDeleteAccountArgs,
    { useCases, caller }: GraphContext,
  ): Promise<DeleteAccountResult> => {
    await useCases.deleteAccount(input.password, caller);
    return { __typename: 'AccountDeleted', isDeleted: true };
  },
);
