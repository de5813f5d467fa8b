import type { MutationResolvers } from '../types.generated.ts';

const accepted = { __typename: 'CheckYourMail', isAccepted: true } as const;

export const doorMutations = {
  signIn: async (_parent, { input }, { useCases, caller }) => {
    const { email, password, userAgentFamily } = input;
    const wish = { email, password, userAgentFamily, wantsRememberMe: input.rememberMe === true };
    const outcome = await useCases.signIn({ ...wish, sessionId: input.sessionId ?? null }, caller);
    if (outcome.kind === 'signed-in') return { __typename: 'SignedIn', ...outcome };
    return { __typename: 'SecondStepRequired', session: outcome.session };
  },
  confirmSecondStep: async (_parent, { input }, { useCases, caller }) => ({
    __typename: 'SignedIn',
    ...(await useCases.confirmSecondStep(input, caller)),
  }),
  signOut: async (_parent, { input }, { useCases }) => {
    await useCases.signOut({ sessionId: input.sessionId ?? null, rememberMe: input.rememberMe ?? null });
    return { isSignedOut: true };
  },
  signUp: async (_parent, { input }, { useCases }) => {
    await useCases.signUp({ ...input, planCode: input.planCode ?? null });
    return accepted;
  },
  resendVerification: async (_parent, { input }, { useCases }) => {
    await useCases.resendVerification(input);
    return accepted;
  },
  requestPasswordReset: async (_parent, { input }, { useCases }) => {
    await useCases.requestPasswordReset(input);
    return accepted;
  },
  resetPassword: async (_parent, { input }, { useCases, caller }) => {
    await useCases.resetPassword(input, caller);
    return { __typename: 'PasswordReset', isReset: true };
  },
  changePassword: async (_parent, { input }, { useCases, caller }) => ({
    __typename: 'PasswordChanged',
    session: await useCases.changePassword(input, caller),
  }),
} satisfies MutationResolvers;
