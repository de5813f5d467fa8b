import { toMetadata } from '../../mappers.ts';
import { pageInfoOf, positionFrom } from '../../page-cursor.ts';
import type { QueryResolvers } from '../../types.generated.ts';

const statuses = { RECEIVED: 'received', NOT_RECEIVED: 'not-received' } as const;

export const recentSecrets: Required<QueryResolvers>['recentSecrets'] = async (
  _parent,
  { first, after, status },
  { useCases, caller },
) => {
  const wanted = { first, after: positionFrom(after), status: status ? statuses[status] : null };
  const { nodes, end, counts } = await useCases.listRecent(wanted, caller);
  return { nodes: nodes.map(toMetadata), pageInfo: pageInfoOf(end), counts };
};
