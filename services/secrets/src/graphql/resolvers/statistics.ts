import type { QueryResolvers } from '../types.generated.ts';

export const statisticsQueries = {
  secretStatistics: async (_parent, _args, { useCases, caller }) => {
    const counts = await useCases.countSecrets(caller);
    return {
      metadataCount: counts.metadata,
      secretCount: counts.secrets,
      secretsCreated: counts.created,
      secretsShared: counts.shared,
      emailsSent: counts.emails,
    };
  },
} satisfies QueryResolvers;
