import { type WatchEvents, watchEvents } from '@onceover/event-store';
import { endings, type Telemetry } from '@onceover/service-kit/telemetry';

/** Around what one relay sends. Records that were not taken are sent again, so they are not counted. */
export function watchPublishing(log: string, topic: string, { duration, count, tracing }: Telemetry): WatchEvents {
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
  const attributes = { 'messaging.system': 'kafka', 'messaging.destination.name': topic };
  return watchEvents(tracing, { name: `publish ${topic}`, kind: 'producer', attributes }, (ending, seconds, events) => {
    took({ log, ending }, seconds);
    if (events > 0) published({ log }, events);
  });
}
