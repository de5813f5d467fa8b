import { refusable } from '@onceover/graphql-kit/refusable';
import { UnixTime } from '@onceover/graphql-kit/unix-time';
import { refusals } from '@onceover/schema/refusals';
import { submitFeedback } from './resolvers/Mutation/submitFeedback.ts';
import { feedback } from './resolvers/Query/feedback.ts';
import { feedbackStatistics } from './resolvers/Query/feedbackStatistics.ts';
import { enums, type Resolvers } from './types.generated.ts';

/** Every field of the notifications subgraph that is more than a property; unions are told apart by `__typename`. */
export const resolvers: Resolvers = {
  ...enums,
  UnixTime,
  Query: { feedback, feedbackStatistics },
  Mutation: refusable(refusals, { submitFeedback }),
  Feedback: { id: ({ feedbackId }) => feedbackId, created: ({ createdAt }) => createdAt },
};
