import type { ConsumerDefinition, HandlerContext } from '@onceover/event-bus';
import type { RecordedEvent } from '@onceover/event-store';
import { typesWhere } from '@onceover/schema/events/catalog';
import { feedConsumer } from '@onceover/schema/events/event-row';
import { feedLogs } from '../use-cases/feed/show-activity.ts';

/** How the tables of the feed are filled and made anew. */
export interface FeedTables {
  /** Adds what events of one log say, in its order, in the transaction of those events; tells whose feed has changed. */
  add(context: HandlerContext, events: readonly RecordedEvent[]): Promise<void>;
  /** The same in empty tables of another schema. */
  addIn(schema: string, tx: HandlerContext['tx'], events: readonly RecordedEvent[]): Promise<unknown>;
  /** Puts what was made there in the place of what is there. */
  replace(schema: string, tx: HandlerContext['tx']): Promise<void>;
  readonly names: readonly string[];
}

/**
 * Writes the feeds of accounts and of the support desk: what happened to their secrets, emails and domains. What belongs to
 * nobody never reaches it. One loop for each log, so each numbering has one writer.
 */
export function onOwnedEvent(tables: FeedTables): ConsumerDefinition<RecordedEvent> {
  return {
    name: feedConsumer,
    version: 1,
    sources: feedLogs,
    handles: typesWhere(({ consumers }) => consumers.includes(feedConsumer)),
    tenantsOnly: true,
    onError: 'halt',
    handle: (events, context) => tables.add(context, events),
    projection: {
      tables: tables.names,
      handleIn: async (schema, events, { tx }) => void (await tables.addIn(schema, tx, events)),
      replace: (schema, _months, tx) => tables.replace(schema, tx),
    },
  };
}
