import { type WatchEvents, watchEvents } from '@onceover/event-store';
import { endings, type Telemetry } from '@onceover/service-kit/telemetry';
import { type ConsumerDefinition, consumerKey } from '../consumer.ts';

/** Around the transactions of one consumer. One that failed is tried again, so its events are not counted. */
export function watchBatches(definition: ConsumerDefinition, { duration, count, tracing }: Telemetry): WatchEvents {
  const consumer = consumerKey(definition);
  const consumers = new Set([consumer]);
  const took = duration({
    name: 'onceover_consumer_batch_duration_seconds',
    help: 'How long transactions of consumers took; one that failed is tried again.',
    labels: { consumer: consumers, ending: endings },
  });
  const handled = count({
    name: 'onceover_consumer_events_total',
    help: 'Events that consumers have handled.',
    labels: { consumer: consumers },
  });
  const attributes = { 'messaging.consumer.group.name': consumer };
  return watchEvents(
    tracing,
    { name: `consume ${consumer}`, kind: 'consumer', attributes },
    (ending, seconds, events) => {
      took({ consumer, ending }, seconds);
      if (events > 0) handled({ consumer }, events);
    },
  );
}
