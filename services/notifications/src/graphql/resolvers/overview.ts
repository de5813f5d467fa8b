import type { QueryResolvers } from '../types.generated.ts';

export const overviewQueries = {
  colonelOverview: async (_parent, { range }, { useCases, caller }) => await useCases.colonelOverview(range, caller),
} satisfies QueryResolvers;
