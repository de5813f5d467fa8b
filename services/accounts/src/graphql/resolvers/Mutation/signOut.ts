import type { MutationResolvers } from '../../types.generated.ts';

export const signOut: NonNullable<MutationResolvers['signOut']> = async (_parent, { input }, { useCases }) => {
  await useCases.signOut({ sessionId: input.sessionId ?? null, rememberMe: input.rememberMe ?? null });
  return { isSignedOut: true };
};
