import { consumerKey } from '@onceover/event-bus';
import { fromPosition, identifier, LOG_START, type Position } from '@onceover/event-store';
import type pg from 'pg';
import type { AuditBlock } from '../../use-cases/audit/audit-block.ts';
import type { ChainedEntry } from '../../use-cases/audit/audit-chain.ts';
import type { AuditableEvent } from '../../use-cases/audit/audit-entry.ts';
import type { Checkpoint } from '../../use-cases/audit/checkpoint.ts';
import type { CoveredEvent, StoredHead, TrailFilter, TrailReading } from '../../use-cases/audit/trail-reading.ts';
import { EVENT_TEXT, POSITION_TEXT } from './audit-blocks.ts';

const PAGE = 5_000;
/** A page of a large trail takes longer than a request may. */
const PATIENCE_MS = '3600000';

/** An instant as it is hashed, in milliseconds; microseconds that somebody wrote into the table stay visible. */
export const instant = (column: string) =>
  `regexp_replace(to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), '000Z$', 'Z')`;

const CHECKPOINTS = `
  select c.number::int8::text as key, c.number::float8 as number, c.about, c.tenant_ref as "tenantRef", c.kind, c.log,
    c.seq::float8 as seq, c.head, ${instant('c.at')} as at, c.key_id as "keyId", c.prev_hash as "prevHash", c.hash, c.signature
  from notifications.audit_checkpoints c where c.number > $1::bigint order by c.number limit ${PAGE}`;

const BLOCKS = `
  select b.number::text as key, b.number::float8 as number, b.log, b.from_position as "from", b.to_position as "to", b.events,
    b.root, ${instant('b.at')} as at, b.prev_hash as "prevHash", b.hash
  from notifications.audit_blocks b where b.number > $1::bigint and b.log = $2 order by b.number limit ${PAGE}`;

const HEADS = `
  select h.tenant_ref::text || ' ' || h.kind as key, h.tenant_ref::text || ' ' || h.kind || ' ' || h.log as chain,
    h.seq::float8 as seq, h.hash, h.signed_seq::float8 as "signedSeq"
  from notifications.audit_heads h
  where h.log = $2 and h.tenant_ref::text || ' ' || h.kind > $1
  order by h.tenant_ref::text || ' ' || h.kind limit ${PAGE}`;

const ENTRIES = `
  select e.position || ' ' || e.event_id as key, e.tenant_ref as "tenantRef", e.kind, e.log, e.seq::float8 as seq,
    e.month::text as month, e.position, e.event_id as "eventId", ${instant('e.at')} as at, e.actor_kind as "actorKind",
    e.actor_ref as "actorRef", e.action, e.target_ref as "targetRef", e.request, e.surface, e.network_tag as "networkTag",
    e.occasions, e.reason, e.prev_hash as "prevHash", e.hash
  from notifications.audit_entries e
  where e.log = $2 and (e.position, e.event_id) > (split_part($1, ' ', 1) collate "C", split_part($1, ' ', 2)::uuid)
    and ($3::uuid is null or e.tenant_ref = $3) and ($4::text is null or e.kind = $4)
    and ($5::timestamptz is null or e.at >= $5) and ($6::timestamptz is null or e.at < $6)
  order by e.position, e.event_id limit ${PAGE}`;

const eventsAfter = (log: string) => `from ${identifier(log)}.events e
  where (e.gen, e.xid, e.pos) > ($1::smallint, $2::text::xid8, $3::bigint)`;
const inLogOrder = `order by e.gen, e.xid, e.pos limit ${PAGE}`;

const coveredSql = (log: string) => `
  select ${POSITION_TEXT} as key, ${POSITION_TEXT} as position, ${EVENT_TEXT} as text, e.occurred_at as at
  ${eventsAfter(log)} ${inLogOrder}`;

const ownedSql = (log: string) => `
  select ${POSITION_TEXT} as key, ${POSITION_TEXT} as position, '${log}' as source, e.event_id as id, e.type,
    e.tenant_ref as "tenantRef", e.stream_id as "streamId", e.occurred_at as "occurredAt", e.data, e.meta
  ${eventsAfter(log)} and e.tenant_ref is not null ${inLogOrder}`;

const AUDIT = consumerKey({ name: 'notifications.audit', version: 1 });
const NO_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Reads the trail and the logs in one transaction that only reads, so that all of it is of one moment however long it takes.
 * It holds up no reader: a transaction that has written nothing has no id.
 */
export async function openTrailReading(client: pg.ClientBase): Promise<TrailReading> {
  await client.query(
    `select set_config(name, $1, false) from pg_settings
     where name in ('statement_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout')`,
    [PATIENCE_MS],
  );
  await client.query('begin isolation level repeatable read read only');
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
  const now = rows[0]?.now ?? new Date(Number.NaN);
  const pages = pagesOn(client);
  const ofPosition = (key: string) => Object.values(fromPosition(key as Position));
  return {
    now,
    checkpoints: () => pages<Checkpoint>(CHECKPOINTS, '0'),
    blocks: (log) => pages<AuditBlock>(BLOCKS, '0', (key) => [key, log]),
    heads: (log) => pages<StoredHead>(HEADS, '', (key) => [key, log]),
    entries: (log, filter = {}) =>
      pages<ChainedEntry>(ENTRIES, ` ${NO_ID}`, (key) => [key, log, ...conditions(filter)]),
    coveredEvents: (log) => pages<CoveredEvent>(coveredSql(log), LOG_START, ofPosition),
    ownedEvents: (log) => pages<AuditableEvent>(ownedSql(log), LOG_START, ofPosition),
    async place(log) {
      const { rows: places } = await client.query<{ position: Position }>(
        'select c.position from notifications.checkpoints c where c.consumer = $1 and c.source = $2',
        [AUDIT, log],
      );
      return places[0]?.position ?? LOG_START;
    },
  };
}

function conditions({ tenantRef, kind, from, to }: TrailFilter): unknown[] {
  return [tenantRef ?? null, kind ?? null, from ?? null, to ?? null];
}

/** Rows of a statement page by page: each has a `key`, after which the next page begins. */
function pagesOn(client: pg.ClientBase) {
  return async function* pages<Row extends object>(
    text: string,
    start: string,
    valuesOf: (key: string) => unknown[] = (key) => [key],
  ): AsyncGenerator<Row> {
    for (let key = start; ; ) {
      const { rows } = await client.query<Row & { key: string }>(text, valuesOf(key));
      for (const row of rows) yield row as Row;
      const last = rows.at(-1);
      if (last === undefined || rows.length < PAGE) return;
      key = last.key;
    }
  };
}
