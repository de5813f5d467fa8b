import { readMeta } from '../commands/stored-meta.ts';
import { LOG_COVERED } from '../covering/log-covered.ts';
import type { Position, RecordedEvent } from '../types.ts';
import { toPosition } from './position.ts';

/**
 * What of an event is hashed: every column of `e`, as text, a line each. Hashing in the database means that 32 bytes of an
 * event travel. Whoever checks reads the same text and hashes it elsewhere.
 */
export const EVENT_TEXT = `concat_ws(E'\\n', e.gen, e.xid, e.pos, e.stream_id, e.version, e.event_id, e.type, e.schema_ver, e.category,
  coalesce(e.tenant_ref::text, ''), e.data, e.meta,
  case when isfinite(e.occurred_at) then (extract(epoch from e.occurred_at) * 1000000)::bigint end)`;

/** The hash of an event, a leaf of its block's tree: SHA-256(0x00 ‖ text). Source: RFC 6962, 2.1 */
export const EVENT_LEAF = `sha256('\\x00'::bytea || convert_to(${EVENT_TEXT}, 'UTF8'))`;

/** An event as a block covers it. */
export interface LoggedEvent {
  readonly position: Position;
  readonly type: string;
  /** When it was recorded, in milliseconds since 1970; not a number where somebody wrote that it never was. */
  readonly at: number;
  /** All of it, as it is hashed. */
  readonly text: string;
  readonly tenantRef: string | null;
  /** What it says. Null where it belongs to nobody and is not about the log itself, or is not as a service writes events. */
  readonly said: RecordedEvent | null;
}

const LINES = 13;
const MICROSECONDS = 1_000;

/**
 * What such a text says. JSON has no line breaks of its own, so what has more or fewer lines is no event as a service
 * writes it.
 */
export function readEventText(source: string, text: string): LoggedEvent {
  const lines = text.split('\n');
  const [gen = '', xid = '', pos = '', streamId = '', version = '', id = '', type = '', schema = '', category = ''] =
    lines;
  const [, , , , , , , , , tenant = '', data = '', meta = ''] = lines;
  const [position, tenantRef] = [toPosition({ gen, xid, pos }), tenant === '' ? null : tenant];
  const occurredAt = new Date(Math.floor(Number(lines.at(-1)) / MICROSECONDS));
  const event = { position, type, at: occurredAt.getTime(), text, tenantRef };
  const isAsked = tenantRef !== null || type === LOG_COVERED;
  if (!isAsked || lines.length !== LINES || Number.isNaN(event.at)) return { ...event, said: null };
  const numbers = { version: Number(version), schemaVersion: Number(schema) };
  const [told, about] = [JSON.parse(data), readMeta(JSON.parse(meta) ?? {})];
  const said = { source, position, streamId, id, type, category, tenantRef, occurredAt, data: told, meta: about };
  return { ...event, said: { ...said, ...numbers } };
}
