import { timed } from '@onceover/service-kit/telemetry';
import { isTraced, type SpanSpec, type Tracing } from '@onceover/service-kit/tracing';
import type { RecordedEvent } from './types.ts';

/** Does something with several events together. */
export type WatchEvents = (
  events: readonly Pick<RecordedEvent, 'type' | 'meta' | 'occurredAt'>[],
  work: () => Promise<void>,
) => Promise<void>;

/** Nobody looks any more at the traces of what a replay or a rebuild reads. */
const MOST_AGE_MS = 3_600_000;

/** Passes on how the work ended and with how many events it was done (failed: none), and records it in the trace of each event. */
export function watchEvents(
  tracing: Tracing,
  { attributes = {}, ...spec }: SpanSpec,
  count: (ending: 'done' | 'failed', seconds: number, events: number) => void,
): WatchEvents {
  return async (events, work) => {
    const since = performance.now();
    await timed(work, (ending, seconds) => count(ending, seconds, ending === 'done' ? events.length : 0));
    if (!tracing.isOn) return;
    const oldest = Date.now() - MOST_AGE_MS;
    for (const { type, meta, occurredAt } of events) {
      if (!isTraced(meta.traceparent) || occurredAt.getTime() < oldest) continue;
      const about = { ...attributes, 'onceover.event': type, 'messaging.batch.message_count': events.length };
      tracing.record({ ...spec, attributes: about }, meta.traceparent, since);
    }
  };
}
