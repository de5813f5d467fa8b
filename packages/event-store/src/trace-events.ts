import { isTraced, type SpanSpec, type Tracing } from '@onceover/service-kit/tracing';
import type { RecordedEvent } from './types.ts';

/** Nobody looks any more at the traces of what a replay or a rebuild reads. */
const MOST_AGE_MS = 3_600_000;

/** Records what was done with several events together, in the trace of each; `since` is when it began, by `performance.now()`. */
export function traceEvents(
  events: readonly Pick<RecordedEvent, 'type' | 'meta' | 'occurredAt'>[],
  tracing: Tracing,
  { attributes = {}, ...spec }: SpanSpec,
  since: number,
): void {
  if (!tracing.isOn) return;
  const oldest = Date.now() - MOST_AGE_MS;
  for (const { type, meta, occurredAt } of events) {
    if (!isTraced(meta.traceparent) || occurredAt.getTime() < oldest) continue;
    const about = { ...attributes, 'onceover.event': type, 'messaging.batch.message_count': events.length };
    tracing.record({ ...spec, attributes: about }, meta.traceparent, since);
  }
}
