import { isTraced, type SpanSpec, type Tracing } from '@onceover/service-kit/tracing';
import type { RecordedEvent } from './types.ts';

/** A replay or a rebuild tells of nothing that anybody still looks at. */
const MOST_AGE_MS = 3_600_000;

/** What happened to several events at the same time, in the trace of each; `since` is from `performance.now()`. */
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
    tracing.tell({ ...spec, attributes: about }, meta.traceparent, since);
  }
}
