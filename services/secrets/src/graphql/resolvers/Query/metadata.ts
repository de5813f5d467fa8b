import { toMetadata } from '../../mappers.ts';
import type { QueryResolvers } from '../../types.generated.ts';

export const metadata: Required<QueryResolvers>['metadata'] = async (_parent, { key }, { useCases, caller }) => {
  const view = await useCases.showMetadata(key, caller);
  return view === null ? null : toMetadata(view);
};
