import type { FeedbackResolvers, QueryResolvers } from '../types.generated.ts';

export const feedbackQueries = {
  feedback: async (_parent, { first }, { useCases, caller }) => await useCases.listFeedback(first, caller),
  feedbackStatistics: async (_parent, _args, { useCases, caller }) => {
    const { all, today, yesterday } = await useCases.feedbackStatistics(caller);
    return { count: all, todayCount: today, yesterdayCount: yesterday };
  },
} satisfies QueryResolvers;

export const Feedback: FeedbackResolvers = {
  id: ({ feedbackId }) => feedbackId,
  created: ({ createdAt }) => createdAt,
};
