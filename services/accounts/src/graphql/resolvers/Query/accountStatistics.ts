import type { QueryResolvers } from '../../types.generated.ts';

export const accountStatistics: NonNullable<QueryResolvers['accountStatistics']> = async (
  _parent,
  _args,
  { useCases, caller },
) => {
  const { recentCustomers, ...counts } = await useCases.accountStatistics(caller);
  return {
    ...counts,
    recentCustomers: recentCustomers.map(({ createdAt, ...customer }) => ({
      ...customer,
      created: Math.floor(createdAt.getTime() / 1000),
    })),
  };
};
