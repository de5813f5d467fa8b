import {
  type ApiTokenResolvers,
  enums,
  type QueryResolvers,
  type SessionResolvers,
  type ViewerResolvers,
} from '../types.generated.ts';

export const viewerQueries = {
  viewer: async (_parent, _args, { useCases, caller }) => await useCases.viewAccount(caller),
} satisfies QueryResolvers;

export const Viewer: ViewerResolvers = {
  id: ({ account }) => account.accountRef,
  role: ({ account }) => account.role,
  isVerified: ({ account }) => account.isVerified,
  locale: ({ account }) => account.locale,
  plan: async ({ account }, _args, { useCases }) => {
    const plans = await useCases.listPlans();
    const found = plans.find(({ id }) => id === account.planId) ?? plans[0];
    if (found === undefined) throw new TypeError('there are no plans');
    return found;
  },
  created: ({ account }) => account.createdAt,
  lastSignIn: ({ account }) => account.lastSignInAt,
  twoStep: ({ account, recoveryCodesLeft }) => ({ isEnabled: account.isTwoStepOn, recoveryCodesLeft }),
  usage: async ({ account }, _args, { useCases }) => await useCases.showUsage(account.accountRef),
  sessions: async (_viewer, _args, { useCases, caller }) => await useCases.listSessions(caller),
  apiTokens: async (_viewer, _args, { useCases, caller }) => await useCases.listApiTokens(caller),
};

export const Session: SessionResolvers = {
  id: ({ ref }) => ref,
  created: ({ session }) => session.createdAt,
  lastSeen: ({ session }) => session.lastSeenAt,
  userAgentFamily: ({ session }) => session.userAgentFamily,
};

export const ApiToken: ApiTokenResolvers = {
  id: ({ tokenId }) => tokenId,
  /** In the order of the enum. */
  scopes: ({ scopes }) => Object.values(enums.ApiTokenScope).filter((scope) => scopes.includes(scope)),
  created: ({ createdAt }) => createdAt,
  expires: ({ expiresAt }) => expiresAt,
  lastUsed: ({ lastUsedAt }) => lastUsedAt,
};
