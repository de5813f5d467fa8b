import type { GraphContext } from '../../context.ts';
import { toNewSession } from '../../mappers.ts';
import { refusable } from '../../refusable.ts';
import type { ChangePasswordResult, MutationChangePasswordArgs, MutationResolvers } from '../../types.generated.ts';

export const changePassword: NonNullable<MutationResolvers['changePassword']> = refusable(
  async (
    _parent: unknown,
    { input }: MutationChangePasswordArgs,
    { useCases, caller }: GraphContext,
  ): Promise<ChangePasswordResult> => {
    const session = await useCases.changePassword(input, caller);
    return { __typename: 'PasswordChanged', session: toNewSession(session) };
  },
);
