import { fromPosition, identifier, LOG_START, type Position } from '@onceover/event-store';
import { queryRows } from '@onceover/postgres-kit/database-failure';
import type pg from 'pg';
import type { ActivityCount } from '../../use-cases/overview/activity.ts';
import type { AuditBlock, BlockHead } from '../../use-cases/trail/audit-block.ts';
import type { BlockBook } from '../../use-cases/trail/cover-log.ts';
import { AGE, SLOT } from './activity-counts.ts';
import { EVENT_TEXT } from './event-text.ts';

const HASH_BYTES = 32;

const LAST = {
  name: 'last audit block',
  text: `
    select b.number::text as number, b.to_position as "to", b.hash from audit.blocks b
    where b.log = $1 order by b.number desc limit 1`,
};

const ADD = {
  name: 'add audit block',
  text: `
    with added as (
      insert into audit.blocks (log, number, from_position, to_position, events, root, at, prev_hash, hash)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning 1),
    counted as (
      insert into audit.activity_counts as c (at, log, type, age, count)
      select n.at, $1, n.type, n.age, n.count
      from jsonb_to_recordset($10::jsonb) as n (at timestamptz, type text, age smallint, count int)
      where exists (select from added)
      on conflict (at, log, type, age) do update set count = c.count + excluded.count)
    select 1 from added`,
};

const NO_BLOCK: BlockHead = { number: 0, to: LOG_START, hash: Buffer.alloc(HASH_BYTES) };

/** The text of a position, as readers of logs have it. */
export const POSITION_TEXT = `lpad(e.gen::text, 5, '0') || ':' || lpad(e.xid::text, 20, '0') || ':' || lpad(e.pos::text, 19, '0')`;

/** Below the oldest transaction still running nothing can appear any more; the horizon is of the same snapshot. */
const uncoveredSql = (log: string) => `
  with horizon as (
    select m.gen, pg_snapshot_xmin(pg_current_snapshot()) as xid from ${log}.log_meta m where m.one),
  page as (
    select e.*, row_number() over () as place from (
      select e.gen, e.xid, e.pos, ${SLOT} as at, e.type, ${AGE} as age, ${POSITION_TEXT} as position, sha256('\\x00'::bytea || convert_to(${EVENT_TEXT}, 'UTF8')) as leaf
      from ${log}.events e, horizon h
      where (e.gen, e.xid, e.pos) > ($1::smallint, $2::text::xid8, $3::bigint) and (e.gen, e.xid) < (h.gen, h.xid)
      order by e.gen, e.xid, e.pos limit $4) e)
  select (
      select jsonb_agg(to_jsonb(c)) from (
        select p.at, p.type, p.age, count(*) as count from page p group by p.at, p.type, p.age) c) as counts,
    min(p.position collate "C") as "from", max(p.position collate "C") as "to", string_agg(p.leaf, '' order by p.place) as leaves,
    clock_timestamp() as made,
    exists (select from ${log}.events e, horizon h where (e.gen, e.xid) >= (h.gen, h.xid)) as hidden
  from page p`;

interface UncoveredRow {
  readonly from: Position | null;
  readonly to: Position | null;
  readonly leaves: Buffer | null;
  readonly made: Date;
  readonly counts: readonly ActivityCount[] | null;
  readonly hidden: boolean;
}

/** Blocks over the logs of all services. Statements of their own: a process that dies between two leaves nothing half-done. */
export function createPostgresBlockBook(pool: pg.Pool): BlockBook {
  return {
    async last(log) {
      const [row] = await queryRows<{ number: string; to: Position; hash: Buffer }>(pool, LAST, [log]);
      return row === undefined ? NO_BLOCK : { ...row, number: Number(row.number) };
    },
    async uncovered(log, after, most) {
      const statement = { name: `uncovered by audit ${log}`, text: uncoveredSql(identifier(log)) };
      const [row] = await queryRows<UncoveredRow>(pool, statement, [...Object.values(fromPosition(after)), most]);
      if (row === undefined) throw new TypeError('an aggregate has a row');
      const { from, to, leaves, made: at, hidden, counts } = row;
      if (from === null || to === null || leaves === null || counts === null) return { next: null, hasMore: hidden };
      return { next: { from, to, leaves: pieces(leaves), at, counts }, hasMore: hidden };
    },
    async add(block, counts) {
      return (await queryRows(pool, ADD, [...valuesOf(block), JSON.stringify(counts)])).length > 0;
    },
  };
}

function valuesOf({ log, number, from, to, events, root, at, prevHash, hash }: AuditBlock): unknown[] {
  return [log, number, from, to, events, root, at, prevHash, hash];
}

function pieces(leaves: Buffer): Buffer[] {
  return Array.from({ length: leaves.length / HASH_BYTES }, (_, index) =>
    leaves.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES),
  );
}
