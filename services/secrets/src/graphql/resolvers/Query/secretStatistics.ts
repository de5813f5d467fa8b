import type { QueryResolvers } from '../../types.generated.ts';

export const secretStatistics: Required<QueryResolvers>['secretStatistics'] = async (
  _parent,
  _args,
  { useCases, caller },
) => {
  const counts = await useCases.countSecrets(caller);
  return {
    metadataCount: counts.metadata,
    secretCount: counts.secrets,
    secretsCreated: counts.created,
    secretsShared: counts.shared,
    emailsSent: counts.emails,
  };
};
