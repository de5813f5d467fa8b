import type { Position, RecordedEvent } from '@onceover/event-store';
import { recordOf } from '../record.ts';

/** Before every event. */
export const startOf = '00000:0:0' as Position;

/** The nth event of a log, about whatever has the key. */
export function aNote(
  n: number,
  { key = 'key-0', type = 'box.noted' }: { key?: string; type?: string },
): RecordedEvent {
  return {
    id: `0199f5a0-0000-7000-8000-${String(n).padStart(12, '0')}`,
    type,
    schemaVersion: 1,
    streamId: key,
    version: n,
    category: 'box',
    tenantRef: null,
    occurredAt: new Date(1_764_000_000_000 + n),
    data: {},
    meta: { correlationId: 'c', actor: { kind: 'system' }, surface: 'system', traceparent: '00-a-b-01' },
    source: 'boxes',
    position: `00001:${String(n).padStart(20, '0')}:${'1'.padStart(19, '0')}` as Position,
  };
}

/** As kafkajs hands it over. */
export function asFetched(event: RecordedEvent, { run, offset }: { readonly run: string; readonly offset: number }) {
  const { key, value, headers, timestamp } = recordOf(event, run);
  return {
    key: Buffer.from(key),
    value,
    timestamp,
    attributes: 0,
    offset: String(offset),
    headers: Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, Buffer.from(text)])),
  };
}
