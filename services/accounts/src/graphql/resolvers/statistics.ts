import type { QueryResolvers } from '../types.generated.ts';

export const statisticsQueries = {
  accountStatistics: async (_parent, _args, { useCases, caller }) => await useCases.accountStatistics(caller),
} satisfies QueryResolvers;
