import type { QueryResolvers } from '../../types.generated.ts';

export const metadata: Required<QueryResolvers>['metadata'] = async (_parent, { key }, { useCases, caller }) =>
  await useCases.showMetadata(key, caller);
