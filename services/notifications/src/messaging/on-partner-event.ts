import type { ConsumerDefinition, HandlerContext } from '@onceover/event-bus';
import type { RecordedEvent } from '@onceover/event-store';
import { logsWhere, typesWhere } from '@onceover/schema/events/catalog';
import { partnerConsumer } from '@onceover/schema/events/event-row';

/** Where what partners are told is written down. */
export interface PartnerEventsTable {
  /** Adds what events of one log tell, in its order, in the transaction of those events; tells which partners have more now. */
  add(context: HandlerContext, events: readonly RecordedEvent[]): Promise<void>;
}

/**
 * Writes down what the programs of partners are told. Nobody else has a row, and what belongs to nobody never reaches it. One loop for
 * each log; a partner's numbering is one for all of them.
 */
export function onPartnerEvent(table: PartnerEventsTable): ConsumerDefinition<RecordedEvent> {
  const isHeard = ({ consumers }: { readonly consumers: readonly string[] }) => consumers.includes(partnerConsumer);
  return {
    name: partnerConsumer,
    version: 1,
    sources: logsWhere(isHeard),
    handles: typesWhere(isHeard),
    tenantsOnly: true,
    onError: 'halt',
    handle: (events, context) => table.add(context, events),
  };
}
