import { aboutText } from '@onceover/schema/events/activity-about';
import { GraphQLError } from 'graphql';
import { ResyncRequired } from '../../use-cases/feed/show-activity.ts';
import type { QueryResolvers, SecretActivityResolvers } from '../types.generated.ts';

export const activityQueries = {
  async activity(_parent, { after, first }, { useCases, caller }) {
    try {
      return await useCases.showActivity({ after: after ?? null, first }, caller);
    } catch (error) {
      if (!(error instanceof ResyncRequired)) throw error;
      const extensions = { code: 'RESYNC_REQUIRED' };
      throw new GraphQLError('What came after this place is not known. Load the page again.', { extensions });
    }
  },
} satisfies QueryResolvers;

export const SecretActivity: SecretActivityResolvers = {
  about: ({ about }) => aboutText(about),
  customer: ({ accountRef }) => ({ id: accountRef }),
};
