import type { GraphContext } from '../../context.ts';
import { toNewSession, toSignedIn } from '../../mappers.ts';
import { refusable } from '../../refusable.ts';
import type { MutationResolvers, MutationSignInArgs, SignInResult } from '../../types.generated.ts';

export const signIn: NonNullable<MutationResolvers['signIn']> = refusable(
  async (
    _parent: unknown,
    { input }: MutationSignInArgs,
    { useCases, caller }: GraphContext,
  ): Promise<SignInResult> => {
    const { email, password, userAgentFamily } = input;
    const wish = { email, password, userAgentFamily, wantsRememberMe: input.rememberMe === true };
    const outcome = await useCases.signIn({ ...wish, sessionId: input.sessionId ?? null }, caller);
    if (outcome.kind === 'signed-in') return toSignedIn(outcome);
    return { __typename: 'SecondStepRequired', session: toNewSession(outcome.session) };
  },
);
