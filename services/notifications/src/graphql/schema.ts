import { GraphQLScalarType } from 'graphql';
import { submitFeedback } from './resolvers/Mutation/submitFeedback.ts';
import { feedback } from './resolvers/Query/feedback.ts';
import { feedbackStatistics } from './resolvers/Query/feedbackStatistics.ts';
import type { Resolvers } from './types.generated.ts';

const UnixTime = new GraphQLScalarType<number, number>({ name: 'UnixTime', description: 'Whole Unix seconds.' });

/** Every field of the notifications subgraph that is more than a property; unions are told apart by `__typename`. */
export const resolvers: Resolvers = {
  UnixTime,
  Query: { feedback, feedbackStatistics },
  Mutation: { submitFeedback },
};
