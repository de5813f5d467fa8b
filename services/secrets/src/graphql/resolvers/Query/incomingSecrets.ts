import { pageInfoOf, positionFrom } from '../../page-cursor.ts';
import type { QueryResolvers } from '../../types.generated.ts';

export const incomingSecrets: Required<QueryResolvers>['incomingSecrets'] = async (
  _parent,
  { first, after, ticketNumber },
  { useCases, caller },
) => {
  const wanted = { first, after: positionFrom(after), ticketNumber: ticketNumber ?? null };
  const { nodes, end } = await useCases.listIncoming(wanted, caller);
  return { nodes, pageInfo: pageInfoOf(end) };
};
