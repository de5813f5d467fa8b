import { traceparentOf } from '@onceover/service-kit/origin';
import type { EventMeta, RecordedMeta } from '../types.ts';

/** What is stored of a command, as readers get it: a trace that nobody named is made of the correlation id. */
export function recordedMeta(meta: EventMeta): RecordedMeta {
  return { traceparent: traceparentOf(meta.correlationId), ...meta };
}
