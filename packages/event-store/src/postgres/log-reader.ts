import type pg from 'pg';
import type { LogReader } from '../subscription/ports.ts';
import type { Position } from '../types.ts';
import { LogEnd } from './log-end.ts';
import { fromPosition, toPosition } from './position.ts';
import { EVENT_COLUMNS, type EventRow, toRecordedEvent } from './rows.ts';
import { identifier } from './sql/identifiers.ts';

export interface PostgresLogReader extends LogReader {
  /** The statement that reads, for tests of its plan. */
  readonly sql: string;
  /** Something was committed. */
  wake(): void;
}

/**
 * Reads a log behind the snapshot horizon.
 *
 * Why it is right: an event's xid is taken after its locks and before its row, so order within a stream is order of
 * commit; but two transactions may commit in the other order than their xids. Below the oldest xid still running every
 * transaction has ended, so nothing can appear there any more, and a reader that never looks above it skips nothing.
 * What breaks it: reading `pos > last` (rows commit late), waiting for gaps, an upper bound that is no row comparison
 * (the index then filters instead of stopping), `order by` an alias (text order), reading from a replica.
 */
export function logReader(pool: pg.Pool, schema: string, source: string): PostgresLogReader {
  const s = identifier(schema);
  const end = new LogEnd(last);
  const read = {
    name: `read ${schema}`,
    text: `
      select ${EVENT_COLUMNS}
      from ${s}.events e
      where (e.gen, e.xid, e.pos) > ($1::smallint, $2::text::xid8, $3::bigint)
        and (e.gen, e.xid) < ((select m.gen from ${s}.log_meta m), pg_snapshot_xmin(pg_current_snapshot()))
      order by e.gen, e.xid, e.pos limit $4`,
  };
  async function last(): Promise<Position | undefined> {
    const { rows } = await pool.query<{ gen: number; tx: string; place: string }>({
      name: `last ${schema}`,
      text: `select e.gen, e.xid::text as tx, e.pos::text as place from ${s}.events e
        order by e.gen desc, e.xid desc, e.pos desc limit 1`,
    });
    const [row] = rows;
    return row && toPosition({ gen: row.gen, xid: row.tx, pos: row.place });
  }

  return {
    sql: read.text,
    async read(after, limit) {
      const { gen, xid, pos } = fromPosition(after);
      const { rows } = await pool.query<EventRow>({ ...read, values: [gen, xid, pos, limit] });
      return rows.map((row) => toRecordedEvent(row, source));
    },
    async horizon() {
      const { rows } = await pool.query<{ gen: number; xid: string; has_hidden: boolean }>({
        name: `horizon ${schema}`,
        text: horizonSql(s),
      });
      const [found] = rows;
      if (found === undefined) throw new TypeError('the log has no row in log_meta');
      return { position: toPosition({ gen: found.gen, xid: found.xid, pos: 0 }), hasHidden: found.has_hidden };
    },
    async lag(after) {
      const { gen, xid, pos } = fromPosition(after);
      const { rows } = await pool.query<{ events: number; seconds: number }>({
        name: `lag ${schema}`,
        text: lagSql(s),
        values: [gen, xid, pos],
      });
      return rows[0] ?? { events: 0, seconds: 0 };
    },
    last,
    hasAfter: (after) => end.isAfter(after),
    wake: end.forget,
  };
}

/** Positions start at 1, so place 0 of the horizon's xid is after everything settled and before everything else. */
function horizonSql(s: string): string {
  return `
    select m.gen, h.xid::text as xid,
      exists (select from ${s}.events e where (e.gen, e.xid) >= (m.gen, h.xid)) as has_hidden
    from ${s}.log_meta m, (select pg_snapshot_xmin(pg_current_snapshot()) as xid) h`;
}

function lagSql(s: string): string {
  return `
    select count(*)::int as events,
      coalesce(greatest(extract(epoch from clock_timestamp() - min(t.occurred_at)), 0), 0)::float8 as seconds
    from (
      select e.occurred_at from ${s}.events e
      where (e.gen, e.xid, e.pos) > ($1::smallint, $2::text::xid8, $3::bigint)
      order by e.gen, e.xid, e.pos limit 10000) t`;
}
