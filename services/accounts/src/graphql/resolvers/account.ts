import type { CreatedApiToken } from '../../use-cases/api-token/manage-api-tokens.ts';
import type { MutationResolvers } from '../types.generated.ts';

export const accountMutations = {
  updateLocale: async (_parent, { input }, { useCases, caller }) => ({
    __typename: 'LocaleUpdated',
    ...(await useCases.updateLocale(input.locale, caller)),
  }),
  endSession: async (_parent, { input }, { useCases, caller }) => ({
    count: await useCases.endSession(input.id, caller),
  }),
  endOtherSessions: async (_parent, _args, { useCases, caller }) => ({
    count: await useCases.endOtherSessions(caller),
  }),
  createApiToken: async (_parent, { input }, { useCases, caller }) =>
    shownOnce(await useCases.createApiToken(input, caller)),
  replaceApiToken: async (_parent, _args, { useCases, caller }) => shownOnce(await useCases.replaceApiToken(caller)),
  revokeApiToken: async (_parent, { input }, { useCases, caller }) => ({
    isRevoked: await useCases.revokeApiToken(input.id, caller),
  }),
  deleteAccount: async (_parent, { input }, { useCases, caller }) => {
    await useCases.deleteAccount(input.password, caller);
    return { __typename: 'AccountDeleted', isDeleted: true };
  },
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
  beginPasskey: async (_parent, { input }, { useCases, caller }) => ({
    __typename: 'PasskeyBegun',
    options: await useCases.beginPasskey(input, caller),
  }),
  addPasskey: async (_parent, { input }, { useCases, caller }) => ({
    __typename: 'PasskeyAdded',
    passkey: await useCases.addPasskey(input, caller),
  }),
  renamePasskey: async (_parent, { input }, { useCases, caller }) => ({
    __typename: 'PasskeyRenamed',
    isRenamed: await useCases.renamePasskey(input, caller),
  }),
  removePasskey: async (_parent, { input }, { useCases, caller }) => ({
    __typename: 'PasskeyRemoved',
    isRemoved: await useCases.removePasskey(input.id, input.proof, caller),
  }),
} satisfies MutationResolvers;

/** A token as its owner sees it once. */
function shownOnce({ text, token }: CreatedApiToken) {
  return { __typename: 'CreatedApiToken', token: text, apiToken: token } as const;
}
