import type { PlanResolvers, QueryResolvers } from '../types.generated.ts';

export const planQueries = {
  plans: async (_parent, _args, { useCases }) => await useCases.listPlans(),
} satisfies QueryResolvers;

export const Plan: PlanResolvers = {
  features: ({ limits, hasCustomDomains, hasApi }) => ({
    email: limits.maxRecipients > 0,
    customDomains: hasCustomDomains,
    api: hasApi,
  }),
};
