import type pg from 'pg';
import type { LogReader } from '../subscription/ports.ts';
import type { EventFilter, Position } from '../types.ts';
import { type LogView, viewFor } from './log-view.ts';
import type { LogWatch } from './log-watch.ts';
import { fromPosition, toPosition } from './position.ts';
import { EVENT_COLUMNS, type EventRow, onlyRow, toRecordedEvent } from './rows.ts';
import { identifier } from './sql/identifiers.ts';

export interface LogReaderOptions {
  readonly pool: Pick<pg.Pool, 'query'>;
  readonly schema: string;
  readonly source: string;
  readonly filter: EventFilter;
  /** Of the log: `quietTypesOf`. Default: none, for what is read whole. */
  readonly quietTypes?: readonly string[];
  /** Default: a read of the past, which follows nothing. */
  readonly follow?: (view: LogView, onNews: (upTo: Position) => void) => ReturnType<LogWatch['follow']>;
}

export interface PostgresLogReader extends LogReader {
  /** The statement that reads, for tests of its plan. */
  readonly sql: string;
}

/** A page's row: an event or none, and what holds for the whole page. */
type PageRow = (EventRow | { readonly event_id: null }) & {
  readonly end_gen: number;
  readonly end_xid: string;
  readonly hidden_gen: number | null;
  readonly hidden_xid: string;
  readonly hidden_pos: string;
};

/**
 * Reads a log behind the snapshot horizon.
 *
 * Why it is right: an event's xid is taken after its locks and before its row, so order within a stream is order of
 * commit; but two transactions may commit in the other order than their xids. Below the oldest xid still running every
 * transaction has ended, so nothing can appear there any more, and a reader that never reads above it skips nothing.
 * The horizon comes with the page, from the snapshot that the page was read with: a page that is not full has all that
 * is wanted below it, and what is wanted above it is known to hide.
 * What breaks it: reading `pos > last` (rows commit late), waiting for gaps, an upper bound that is no row comparison
 * (the index then filters instead of stopping), `order by` an alias (text order), a horizon from another statement than
 * the page, reading from a replica.
 */
export function logReader(options: LogReaderOptions): PostgresLogReader {
  const { pool, schema, source, filter, quietTypes = [], follow = nothing } = options;
  const { types, tenantsOnly = false } = filter;
  const view = viewFor({ source, schema, quietTypes }, filter);
  const s = identifier(schema);
  const named = (name: string, sqlWith: (s: string, andWanted: string) => string) => ({
    name: [name, schema, view.part, types && 'types', tenantsOnly && 'tenants'].filter(Boolean).join(' '),
    text: sqlWith(s, andWantedSql(view, filter)),
  });
  const read = named('read', readSql);
  const lag = named('lag', lagSql);
  const valuesOf = (after: Position, limit: number) => {
    const { gen, xid, pos } = fromPosition(after);
    return [gen, xid, pos, limit, ...(types === undefined ? [] : [types])];
  };

  return {
    sql: read.text,
    async read(after, limit) {
      const { rows } = await pool.query<PageRow>({ ...read, values: valuesOf(after, limit) });
      const first = onlyRow({ rows });
      const events = rows.flatMap((row) => (row.event_id === null ? [] : [toRecordedEvent(row, source)]));
      const horizon = toPosition({ gen: first.end_gen, xid: first.end_xid, pos: 0 });
      const upTo = events.length === limit ? (events.at(-1)?.position ?? horizon) : horizon;
      const { hidden_gen: gen, hidden_xid: xid, hidden_pos: pos } = first;
      return gen === null ? { events, upTo } : { events, upTo, hidden: toPosition({ gen, xid, pos }) };
    },
    async horizon() {
      const found = await pool.query<{ end_gen: number; end_xid: string }>(
        `select h.end_gen, h.end_xid::text as end_xid from ${horizonSql(s)} h`,
      );
      const { end_gen: gen, end_xid: xid } = onlyRow(found);
      return toPosition({ gen, xid, pos: 0 });
    },
    async lag(after) {
      const values = valuesOf(after, MAX_LAG);
      const { rows } = await pool.query<{ events: number; seconds: number }>({ ...lag, values });
      return rows[0] ?? { events: 0, seconds: 0 };
    },
    last: () => lastPosition(pool, schema),
    lastOfWanted: () => lastPosition(pool, schema, view),
    follow: (onNews) => follow(view, onNews),
  };
}

const MAX_LAG = 10_000;

function nothing(): never {
  throw new TypeError('a read of the past follows nothing');
}

/** Position of the last event of a log, or of a part of it, committed now; undefined while there is none. */
export async function lastPosition(
  pool: Pick<pg.Pool, 'query'>,
  schema: string,
  { part, andOfPart }: Pick<LogView, 'part' | 'andOfPart'> = { part: 'all', andOfPart: '' },
): Promise<Position | undefined> {
  const { rows } = await pool.query<{ gen: number; tx: string; place: string }>({
    name: `last ${schema} ${part}`,
    text: `select e.gen, e.xid::text as tx, e.pos::text as place from ${identifier(schema)}.events e where true ${andOfPart}
      order by e.gen desc, e.xid desc, e.pos desc limit 1`,
  });
  const [row] = rows;
  return row && toPosition({ gen: row.gen, xid: row.tx, pos: row.place });
}

function andWantedSql({ andOfPart }: LogView, { types, tenantsOnly = false }: EventFilter): string {
  const andTypes = types === undefined ? '' : 'and e.type = any($5::text[])';
  const andTenants = tenantsOnly ? 'and e.tenant_ref is not null' : '';
  return [andOfPart, andTypes, andTenants].join(' ');
}

/** Positions start at 1, so place 0 of the horizon's xid is after everything settled and before everything else. */
function horizonSql(s: string): string {
  return `(select m.gen as end_gen, pg_snapshot_xmin(pg_current_snapshot()) as end_xid from ${s}.log_meta m where m.one)`;
}

function readSql(s: string, andWanted: string): string {
  return `
    select h.end_gen, h.end_xid::text as end_xid,
      hidden.gen as hidden_gen, hidden.xid::text as hidden_xid, hidden.pos::text as hidden_pos, ${EVENT_COLUMNS}
    from ${horizonSql(s)} h
    left join lateral (
      select e.gen, e.xid, e.pos from ${s}.events e
      where (e.gen, e.xid) >= (h.end_gen, h.end_xid) ${andWanted}
      order by e.gen desc, e.xid desc, e.pos desc limit 1) hidden on true
    left join lateral (
      select * from ${s}.events e
      where (e.gen, e.xid, e.pos) > ($1::smallint, $2::text::xid8, $3::bigint) and (e.gen, e.xid) < (h.end_gen, h.end_xid)
        ${andWanted}
      order by e.gen, e.xid, e.pos limit $4) e on true
    order by e.gen, e.xid, e.pos`;
}

function lagSql(s: string, andWanted: string): string {
  return `
    select count(*)::int as events,
      coalesce(greatest(extract(epoch from clock_timestamp() - min(t.occurred_at)), 0), 0)::float8 as seconds
    from (
      select e.occurred_at from ${s}.events e
      where (e.gen, e.xid, e.pos) > ($1::smallint, $2::text::xid8, $3::bigint) ${andWanted}
      order by e.gen, e.xid, e.pos limit $4) t`;
}
