import { UnixTime } from '@onceover/graphql-kit/unix-time';
import { Customer } from './resolvers/Customer.ts';
import { Metadata } from './resolvers/Metadata.ts';
import { feedback } from './resolvers/Query/feedback.ts';
import { feedbackStatistics } from './resolvers/Query/feedbackStatistics.ts';
import { enums, type Resolvers } from './types.generated.ts';

/** Every field of the notifications subgraph that is more than a property; unions are told apart by `__typename`. */
export const resolvers: Resolvers = {
  ...enums,
  UnixTime,
  Customer,
  Metadata,
  Query: { feedback, feedbackStatistics },
  Feedback: { id: ({ feedbackId }) => feedbackId, created: ({ createdAt }) => createdAt },
};
