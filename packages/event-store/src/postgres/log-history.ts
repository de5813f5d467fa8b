import type pg from 'pg';
import type { EventFilter, EventHistory } from '../types.ts';
import { lastPosition, logReader } from './log-reader.ts';
import { fromPosition, LOG_START, positionBefore, toPosition } from './position.ts';
import { EVENT_COLUMNS, type EventRow, toRecordedEvent } from './rows.ts';
import { identifier } from './sql/identifiers.ts';

/** Look-ups for tools. `beforeTime` walks the log from its start, so it is for people, not for requests. */
export function logHistory(pool: pg.Pool, schemaOf: (source: string) => string): EventHistory {
  const wanted = (source: string, filter: EventFilter) => {
    const schema = schemaOf(source);
    return logReader({ pool, schema, source, filter });
  };
  return {
    start: LOG_START,
    read: async (source, after, limit) => (await wanted(source, {}).read(after, limit)).events,
    lag: (source, after, filter) => wanted(source, filter).lag(after),
    last: async (source) => lastPosition(pool, schemaOf(source)),
    async at(source, position) {
      const { gen, xid, pos } = fromPosition(position);
      const { rows } = await pool.query<EventRow>(
        `select ${EVENT_COLUMNS} from ${identifier(schemaOf(source))}.events e
         where (e.gen, e.xid, e.pos) = ($1::smallint, $2::text::xid8, $3::bigint)`,
        [gen, xid, pos],
      );
      return rows[0] && toRecordedEvent(rows[0], source);
    },
    async beforeTime(source, time) {
      const { rows } = await pool.query<{ gen: number; tx: string; place: string }>(
        `select e.gen, e.xid::text as tx, e.pos::text as place from ${identifier(schemaOf(source))}.events e
         where e.occurred_at >= $1 order by e.gen, e.xid, e.pos limit 1`,
        [time],
      );
      const [next] = rows;
      return next && positionBefore(toPosition({ gen: next.gen, xid: next.tx, pos: next.place }));
    },
  };
}
