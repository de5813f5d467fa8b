import { type Caller, isColonel } from '@onceover/schema/caller';
import { NotAuthorizedError } from '@onceover/service-kit/errors';
import type { CustomerMapper } from '../mappers.ts';
import {
  type ApiTokenResolvers,
  type CustomerResolvers,
  enums,
  type PasskeyResolvers,
  type PlanResolvers,
  type QueryResolvers,
  type SessionResolvers,
} from '../types.generated.ts';

export const customerQueries = {
  viewer: async (_parent, _args, { useCases, caller }) => await useCases.viewAccount(caller),
  customer: async (_parent, { id }, { useCases, caller }) => await useCases.viewCustomer(id, caller),
  plans: async (_parent, _args, { useCases }) => await useCases.listPlans(),
} satisfies QueryResolvers;

export const Customer: CustomerResolvers = {
  /** A reference says who is meant, not who asks: it leads to the caller themself, and a colonel to anybody. */
  __resolveReference: async ({ id }, { useCases, caller }) => {
    if (caller.kind === 'customer' && caller.accountRef === id) return await useCases.viewAccount(caller);
    return isColonel(caller) ? await useCases.viewCustomer(id, caller) : null;
  },
  id: ({ accountRef }) => accountRef,
  plan: async ({ planId }, _args, { useCases }) => {
    const plans = await useCases.listPlans();
    const found = plans.find(({ id }) => id === planId) ?? plans[0];
    if (found === undefined) throw new TypeError('there are no plans');
    return found;
  },
  created: ({ createdAt }) => createdAt,
  lastSignIn: ({ lastSignInAt }) => lastSignInAt,
  twoStep: async (customer, _args, { useCases }) => ({
    isEnabled: customer.isTwoStepOn,
    recoveryCodesLeft: await useCases.countRecoveryCodes(customer),
  }),
  usage: async ({ accountRef, usage }, _args, { useCases }) => usage ?? (await useCases.showUsage(accountRef)),
  sessions: async (customer, _args, { useCases, caller }) =>
    isOwn(customer, caller) ? await useCases.listSessions(caller) : await useCases.listSessionsOf(customer, caller),
  passkeys: async (customer, _args, { useCases, caller }) => await useCases.listPasskeys(own(customer, caller)),
  apiTokens: async (customer, _args, { useCases, caller }) => await useCases.listApiTokens(own(customer, caller)),
};

/** The caller, who must be that customer: what a colonel sees of others does not include this. */
function own(customer: CustomerMapper, caller: Caller): Caller {
  if (isOwn(customer, caller)) return caller;
  throw new NotAuthorizedError();
}

function isOwn({ accountRef }: CustomerMapper, caller: Caller): boolean {
  return caller.kind === 'customer' && caller.accountRef === accountRef;
}

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

export const Passkey: PasskeyResolvers = {
  id: ({ passkeyId }) => passkeyId,
  created: ({ createdAt }) => createdAt,
  lastUsed: ({ lastUsedAt }) => lastUsedAt,
};

export const Plan: PlanResolvers = {
  features: ({ limits, hasCustomDomains, hasApi }) => ({
    email: limits.maxRecipients > 0,
    customDomains: hasCustomDomains,
    api: hasApi,
  }),
};
