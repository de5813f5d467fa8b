import { type RecordedEvent, traceEvents } from '@onceover/event-store';
import { endings, type Telemetry, timed } from '@onceover/service-kit/telemetry';

/** What is counted of what one relay sends. */
export interface PublishCounts {
  /** Sends the records of these events. */
  timed(events: readonly RecordedEvent[], send: () => Promise<void>): Promise<void>;
}

/** Records that were not taken are sent again, so they are not counted. */
export function publishCountsOf(log: string, topic: string, { duration, count, tracing }: Telemetry): PublishCounts {
  const logs = new Set([log]);
  const took = duration({
    name: 'onceover_relay_publish_duration_seconds',
    help: 'How long the brokers took to acknowledge what a relay sent; what failed is sent again.',
    labels: { log: logs, ending: endings },
  });
  const published = count({
    name: 'onceover_relay_events_total',
    help: 'Events that the relay of a log has published.',
    labels: { log: logs },
  });
  const attributes = { 'messaging.system': 'kafka', 'messaging.destination.name': topic } as const;
  return {
    async timed(events, send) {
      const since = performance.now();
      await timed(send, (ending, seconds) => {
        took({ log, ending }, seconds);
        if (ending === 'done') published({ log }, events.length);
      });
      traceEvents(events, tracing, { name: `publish ${topic}`, kind: 'producer', attributes }, since);
    },
  };
}
