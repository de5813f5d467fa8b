import type { Position } from '@onceover/event-store';
import type { AuditKind } from '@onceover/schema/events/meaning';
import type { ChainedEntry } from '../../use-cases/trail/audit-chain.ts';

/** An instant as it is hashed, in milliseconds; microseconds that somebody wrote into the table stay visible. */
export const instant = (column: string) =>
  `regexp_replace(to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), '000Z$', 'Z')`;

/** Nothing is an empty line, and a text has a mark before it. */
const orNothing = (column: string) => `coalesce('=' || ${column}, '')`;

/**
 * Selects entries, each as one text, a line for each column: a driver reads one text several times faster than twenty
 * columns. The time is in microseconds, so that those somebody wrote into the table stay visible.
 */
export const SELECT_ENTRIES = `select concat_ws(E'\\n', e.tenant_ref, e.kind, e.log, e.seq, e.month, e.position, e.event_id,
  coalesce((case when isfinite(e.at) then (extract(epoch from e.at) * 1000000)::bigint end)::text, 'never'), e.actor_kind, ${orNothing('e.actor_ref::text')}, e.action, e.target_ref, e.request,
  e.surface, ${orNothing('e.network_tag')}, e.occasions, ${orNothing('e.reason')}, encode(e.prev_hash, 'hex'), encode(e.hash, 'hex')) as text from`;

const LINES = 19;

/** A row of a statement that begins so. */
export interface EntryRow {
  readonly text: string;
}

/** What that text says; a text with more lines than columns is no entry as the service writes it, and its hash says so. */
export function readEntryRow({ text }: EntryRow): ChainedEntry {
  const lines = text.split('\n');
  const line = (index: number) => lines[index] ?? '';
  const optional = (index: number) => (line(index) === '' ? null : line(index).slice(1));
  return {
    tenantRef: line(0),
    kind: line(1) as AuditKind,
    log: line(2),
    seq: Number(line(3)),
    month: line(4),
    position: line(5) as Position,
    eventId: line(6),
    at: instantOf(line(7)),
    actorKind: line(8),
    actorRef: optional(9),
    action: line(10),
    targetRef: line(11),
    request: line(12),
    surface: line(13),
    networkTag: optional(14),
    occasions: Number(line(15)),
    reason: optional(16),
    prevHash: Buffer.from(line(17), 'hex'),
    hash: lines.length === LINES ? Buffer.from(line(18), 'hex') : Buffer.alloc(0),
  };
}

const MICROSECONDS = 1_000;

/** ISO 8601 in milliseconds, as it is hashed; with microseconds where there are any, and as it is where it is no time. */
function instantOf(microseconds: string): string {
  const [time, rest] = [new Date(Math.floor(Number(microseconds) / MICROSECONDS)), Number(microseconds) % MICROSECONDS];
  if (Number.isNaN(time.getTime())) return microseconds;
  return rest === 0 ? time.toISOString() : time.toISOString().replace('Z', `${String(rest).padStart(3, '0')}Z`);
}
