import { pageInfoOf, positionFrom } from '../../page-cursor.ts';
import type { QueryResolvers } from '../../types.generated.ts';

export const recentSecrets: Required<QueryResolvers>['recentSecrets'] = async (
  _parent,
  { first, after, status },
  { useCases, caller },
) => {
  const wanted = { first, after: positionFrom(after), status: status ?? null };
  const { nodes, end, counts } = await useCases.listRecent(wanted, caller);
  return { nodes, pageInfo: pageInfoOf(end), counts };
};
