import type { QueryResolvers } from '../types.generated.ts';

export const statisticsQueries = {
  accountStatistics: async (_parent, _args, { useCases, caller }) => {
    const { recentCustomers, ...counts } = await useCases.accountStatistics(caller);
    return {
      ...counts,
      recentCustomers: recentCustomers.map(({ createdAt, ...customer }) => ({ ...customer, created: createdAt })),
    };
  },
} satisfies QueryResolvers;
