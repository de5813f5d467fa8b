import type { QueryResolvers } from '../../types.generated.ts';

export const feedbackStatistics: Required<QueryResolvers>['feedbackStatistics'] = async (
  _parent,
  _args,
  { useCases, caller },
) => {
  const { all, today, yesterday } = await useCases.feedbackStatistics(caller);
  return { count: all, todayCount: today, yesterdayCount: yesterday };
};
