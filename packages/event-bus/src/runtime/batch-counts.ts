import { type RecordedEvent, traceEvents } from '@onceover/event-store';
import { endings, type Telemetry, timed } from '@onceover/service-kit/telemetry';
import { type ConsumerDefinition, consumerKey } from '../consumer.ts';

/** What is counted of the transactions of one consumer. */
export interface BatchCounts {
  /** Runs a transaction over these events. */
  timed(events: readonly RecordedEvent[], transaction: () => Promise<void>): Promise<void>;
}

/** One that failed is tried again, so its events are not counted. */
export function batchCountsOf(definition: ConsumerDefinition, telemetry: Telemetry): BatchCounts {
  const consumer = consumerKey(definition);
  const consumers = new Set([consumer]);
  const took = telemetry.duration({
    name: 'onceover_consumer_batch_duration_seconds',
    help: 'How long transactions of consumers took; one that failed is tried again.',
    labels: { consumer: consumers, ending: endings },
  });
  const handled = telemetry.count({
    name: 'onceover_consumer_events_total',
    help: 'Events that consumers have handled.',
    labels: { consumer: consumers },
  });
  const attributes = { 'messaging.consumer.group.name': consumer };
  const span = { name: `consume ${consumer}`, kind: 'consumer', attributes } as const;
  return {
    async timed(events, transaction) {
      const since = performance.now();
      await timed(transaction, (ending, seconds) => {
        took({ consumer, ending }, seconds);
        if (ending === 'done') handled({ consumer }, events.length);
      });
      traceEvents(events, telemetry.tracing, span, since);
    },
  };
}
