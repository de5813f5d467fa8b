import { newId } from '@onceover/service-kit/ids';
import { ownOrigin } from '@onceover/service-kit/origin';
import type pg from 'pg';
import { eventsFor, newsOf } from '../commands/news-of.ts';
import { writeMeta } from '../commands/stored-meta.ts';
import { type Covered, type EventCount, LOG_COVERED } from '../covering/log-covered.ts';
import { merkleRoot } from '../covering/merkle-root.ts';
import type { CheckEvents, CommitNews, Position, StreamAppend } from '../types.ts';
import { countedAs, countsSql } from './count-events.ts';
import { EVENT_LEAF } from './event-text.ts';
import { uncommittedFailure } from './failures.ts';
import { fromPosition, LOG_START, POSITION_TEXT } from './position.ts';
import { COVERED_PLACE } from './sql/cover-function.ts';
import { identifier, literal } from './sql/identifiers.ts';

export interface LogCoverOptions {
  readonly pool: pg.Pool;
  readonly schema: string;
  readonly service: string;
  /** SQL over an event `e`, a small whole number: which of its type it is counted as. */
  readonly bucket: string;
  /** `log.covered` as the product's catalogue has it, in a stream of its own. */
  readonly append: (streamId: string, covered: Covered) => StreamAppend;
  /** Throws if the service must not write the event. */
  readonly check: CheckEvents;
  /** Called after a commit that appended, to wake the readers it concerns. */
  readonly onCommitted: (news: CommitNews) => void;
}

export interface LogCover {
  /**
   * Covers what can be covered now. `isHidden`: something is left that a running transaction may still precede.
   * Throws an `OutageError` if the database is unavailable; whatever was begun is then whole or not there.
   */
  cover(): Promise<{ readonly blocks: number; readonly isHidden: boolean }>;
}

export const MOST_IN_BLOCK = 1_000;
/** Maximum number of its counts: an event holds 16 KB, and a count about 120 bytes. */
const MOST_COUNTS = 100;
const HASH_BYTES = 32;

/** The last block of a log, or what is before the first. */
interface Head {
  readonly number: number;
  readonly to: Position;
}

/**
 * Covers the log of a service with blocks, each of which is an event of that log. An event of the log about itself is covered
 * with the next other one: alone it is no reason for a block, so that a log that nobody writes to comes to rest.
 *
 * Shape    any number of processes may cover a log: every event is in one block, whoever made it
 * Source   events reference 8.3
 */
export function createLogCover(options: LogCoverOptions): LogCover {
  const { pool, schema, service, bucket, onCommitted } = options;
  const statements = { ...headSql(schema), uncovered: uncoveredSql(schema, bucket), add: addSql(schema) };
  async function query<Row extends pg.QueryResultRow>(name: keyof typeof statements, values: readonly unknown[]) {
    const { rows } = await pool.query<Row>({ name: `${name} ${schema}`, text: statements[name], values: [...values] });
    return rows[0];
  }

  async function readHead(): Promise<Head> {
    const found = await query<{ number: string; to: Position }>('head', [COVERED_PLACE.consumer, schema]);
    if (found !== undefined) return { ...found, number: Number(found.number) };
    await query('begin', [COVERED_PLACE.consumer, schema, LOG_START, COVERED_PLACE.owner]);
    return await readHead();
  }

  async function cover() {
    let blocks = 0;
    for (let head = await readHead(); ; ) {
      const { block, isCut, isHidden } = uncoveredOf(await query('uncovered', Object.values(fromPosition(head.to))));
      if (block === null) return { blocks, isHidden };
      const covered = { number: head.number + 1, ...block };
      const append = options.append(newId(), covered);
      const added = await query<{ isNew: boolean }>('add', [
        ...valuesOf(append, options),
        head.to,
        covered.to,
        covered.number,
      ]);
      if (added?.isNew !== true) {
        head = await readHead();
        continue;
      }
      const news = newsOf(service, eventsFor(null, [append]));
      if (news !== undefined) onCommitted(news);
      blocks += 1;
      if (!isCut) return { blocks, isHidden };
      head = covered;
    }
  }

  return {
    cover: () =>
      cover().catch((error: unknown) => {
        // Whether it was committed, the next call sees.
        throw uncommittedFailure(error);
      }),
  };
}

const headSql = (schema: string) => ({
  head: `
    select c.position as "to", c.epoch::text as number from ${identifier(schema)}.checkpoints c
    where c.consumer = $1 and c.source = $2 and c.shard = 0`,
  begin: `
    insert into ${identifier(schema)}.checkpoints (consumer, source, position, owner, epoch, leased_until)
    values ($1, $2, $3, $4, 0, '-infinity') on conflict do nothing`,
});

/**
 * Below the oldest transaction still running nothing can appear any more; the horizon is of the same snapshot. Hashing in the
 * database means that 32 bytes of an event travel.
 */
const uncoveredSql = (schema: string, bucket: string) => `
  with horizon as (
    select m.gen, pg_snapshot_xmin(pg_current_snapshot()) as xid from ${identifier(schema)}.log_meta m where m.one),
  page as (
    select e.*, row_number() over (order by e.gen, e.xid, e.pos) as place, e.type = ${literal(LOG_COVERED)} as is_own
    from (
      select e.gen, e.xid, e.pos, ${countedAs(bucket)}, ${POSITION_TEXT} as position, ${EVENT_LEAF} as leaf
      from ${identifier(schema)}.events e, horizon h
      where (e.gen, e.xid, e.pos) > ($1::smallint, $2::text::xid8, $3::bigint) and (e.gen, e.xid) < (h.gen, h.xid)
      order by e.gen, e.xid, e.pos limit ${MOST_IN_BLOCK}) e),
  opening as (
    select p.*, not p.is_own and row_number() over (partition by p.at, p.type, p.bucket order by p.place) = 1 as is_first
    from page p),
  block as (
    select * from (select o.*, count(*) filter (where o.is_first) over (order by o.place) as counts from opening o) o
    where o.counts <= ${MOST_COUNTS})
  select ${countsSql('block b where not b.is_own', 'b')} as counts,
    min(b.position collate "C") as "from", max(b.position collate "C") as "to", string_agg(b.leaf, '' order by b.place) as leaves,
    (select count(*) = ${MOST_IN_BLOCK} or bool_or(not p.is_own) from page p) as "isWanted",
    (select count(*) = ${MOST_IN_BLOCK} or count(*) > max(b.place) from page p) as "isCut",
    exists (
      select from ${identifier(schema)}.events e, horizon h
      where (e.gen, e.xid) >= (h.gen, h.xid) and e.type <> ${literal(LOG_COVERED)}) as "isHidden"
  from block b`;

const addSql = (schema: string) =>
  `select ${identifier(schema)}.cover_log($1, $2, $3, $4, $5, $6, $7, $8, $9) as "isNew"`;

interface UncoveredRow {
  readonly from: Position | null;
  readonly to: Position | null;
  readonly leaves: Buffer | null;
  readonly counts: readonly EventCount[] | null;
  readonly isWanted: boolean | null;
  readonly isCut: boolean | null;
  readonly isHidden: boolean;
}

/** The oldest events that no block covers, as many as fit in one; `isCut`: there are more. */
function uncoveredOf(row: UncoveredRow | undefined) {
  if (row === undefined) throw new TypeError('an aggregate has a row');
  const { from, to, leaves: hashes, counts, isWanted, isCut, isHidden } = row;
  if (from === null || to === null || hashes === null || isWanted !== true)
    return { block: null, isCut: false, isHidden };
  const events = hashes.length / HASH_BYTES;
  const leaves = Array.from({ length: events }, (_, at) => hashes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES));
  const block = { from, to, events, root: merkleRoot(leaves).toString('hex'), counts: counts ?? [] };
  return { block, isCut: isCut === true, isHidden };
}

function valuesOf({ stream, events, closes }: StreamAppend, { check }: LogCoverOptions): unknown[] {
  const [event] = events;
  if (event?.type !== LOG_COVERED || events.length > 1) throw new TypeError(`a block is one event, ${LOG_COVERED}`);
  const id = newId();
  const meta = { correlationId: id, actor: { kind: 'system' }, ...ownOrigin('system') } as const;
  check({ events, closes: closes === true }, meta);
  return [stream.id, id, event.schemaVersion, stream.category, JSON.stringify(event.data), writeMeta(meta)];
}
