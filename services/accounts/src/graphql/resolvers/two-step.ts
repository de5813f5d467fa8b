import type { MutationResolvers } from '../types.generated.ts';

export const twoStepMutations = {
  beginTwoStep: async (_parent, { input }, { useCases, caller }) => ({
    __typename: 'TwoStepBegun',
    ...(await useCases.beginTwoStep(input.password, caller)),
  }),
  enableTwoStep: async (_parent, { input }, { useCases, caller }) => ({
    __typename: 'TwoStepEnabled',
    recoveryCodes: await useCases.enableTwoStep(input.code, caller),
  }),
  disableTwoStep: async (_parent, { input }, { useCases, caller }) => {
    await useCases.disableTwoStep(input.password, input.code, caller);
    return { __typename: 'TwoStepDisabled', isDisabled: true };
  },
  renewRecoveryCodes: async (_parent, { input }, { useCases, caller }) => ({
    __typename: 'TwoStepEnabled',
    recoveryCodes: await useCases.renewRecoveryCodes(input.code, caller),
  }),
} satisfies MutationResolvers;
