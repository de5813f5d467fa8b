import { readMeta, toPosition } from '@onceover/event-store';
import type { LoggedEvent } from '../../use-cases/trail/trail-reading.ts';

/** Since 1970; nothing where somebody wrote that it never was. */
export function microsecondsOf(column: string): string {
  return `case when isfinite(${column}) then (extract(epoch from ${column}) * 1000000)::bigint end`;
}

/**
 * What of an event is hashed: every column, as text, a line each. Hashing in the database means that 32 bytes of an event
 * travel. Whoever checks reads the same text and hashes it elsewhere.
 */
export const EVENT_TEXT = `concat_ws(E'\\n', e.gen, e.xid, e.pos, e.stream_id, e.version, e.event_id, e.type, e.schema_ver, e.category,
  coalesce(e.tenant_ref::text, ''), e.data, e.meta, ${microsecondsOf('e.occurred_at')})`;

const LINES = 13;
const MICROSECONDS = 1_000;

/** What that text says. JSON has no line breaks of its own, so what has more or fewer lines is no event as a service writes it. */
export function readEventText(source: string, text: string): LoggedEvent {
  const lines = text.split('\n');
  const [gen = '', xid = '', pos = '', streamId = '', , id = '', type = '', , , tenant = '', data = '', meta = ''] =
    lines;
  const [position, tenantRef] = [toPosition({ gen, xid, pos }), tenant === '' ? null : tenant];
  const occurredAt = new Date(Math.floor(Number(lines.at(-1)) / MICROSECONDS));
  const event = { position, at: occurredAt.getTime(), text, tenantRef };
  if (tenantRef === null || lines.length !== LINES || Number.isNaN(event.at)) return { ...event, said: null };
  const [told, about] = [JSON.parse(data), readMeta(JSON.parse(meta) ?? {})];
  return { ...event, said: { source, position, streamId, id, type, tenantRef, occurredAt, data: told, meta: about } };
}
