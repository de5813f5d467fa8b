import type { IncomingSecretsQuery } from '../gql/operations.generated.ts';
import { type RowRules, withRow } from './ordered-list.ts';

type DeskTicket = IncomingSecretsQuery['incomingSecrets']['nodes'][number];

const rules: RowRules<DeskTicket> = {
  placeOf: ({ id, created }) => ({ id, created }),
  newer: newerTicket,
};

/**
 * The queue of the support desk as it stands after an item of the activity; `ticketNumber` is what it was searched for, empty:
 * nothing. The same data where nothing is new.
 */
export function withDeskNews(
  data: IncomingSecretsQuery,
  told: DeskTicket | null,
  ticketNumber: string,
): IncomingSecretsQuery {
  if (told === null || (ticketNumber !== '' && told.ticketNumber !== ticketNumber)) return data;
  const incomingSecrets = withRow(data.incomingSecrets, told, rules);
  return incomingSecrets === data.incomingSecrets ? data : { ...data, incomingSecrets };
}

/** A secret ends once, and its story only grows. */
function newerTicket(known: DeskTicket, told: DeskTicket): DeskTicket {
  const isOlder =
    (known.state !== 'NEW' && told.state === 'NEW') ||
    told.timeline.length < known.timeline.length ||
    (known.openedBy !== null && told.openedBy === null);
  return isOlder || JSON.stringify(told) === JSON.stringify(known) ? known : told;
}
