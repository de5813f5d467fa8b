import type pg from 'pg';
import type { LogReader } from '../subscription/ports.ts';
import type { EventHistory, Position } from '../types.ts';
import { fromPosition, LOG_START, toPosition } from './position.ts';
import { EVENT_COLUMNS, type EventRow, toRecordedEvent } from './rows.ts';
import { identifier } from './sql/identifiers.ts';

/** Look-ups for tools. `beforeTime` walks the log from its start, so it is for people, not for requests. */
export function logHistory(
  pool: pg.Pool,
  logs: Readonly<Record<string, string>>,
  reader: (source: string) => LogReader,
): EventHistory {
  return {
    start: LOG_START,
    read: async (source, after, limit) => reader(source).read(after, limit),
    last: async (source) => reader(source).last(),
    async at(source, position) {
      reader(source);
      const { gen, xid, pos } = fromPosition(position);
      const { rows } = await pool.query<EventRow>(
        `select ${EVENT_COLUMNS} from ${eventsOf(logs, source)} e
         where (e.gen, e.xid, e.pos) = ($1::smallint, $2::text::xid8, $3::bigint)`,
        [gen, xid, pos],
      );
      return rows[0] && toRecordedEvent(rows[0], source);
    },
    async beforeTime(source, time) {
      reader(source);
      const { rows } = await pool.query<{ gen: number; tx: string; place: string }>(
        `select e.gen, e.xid::text as tx, e.pos::text as place from ${eventsOf(logs, source)} e
         where e.occurred_at >= $1 order by e.gen, e.xid, e.pos limit 1`,
        [time],
      );
      return rows[0] && justBefore(rows[0]);
    },
  };
}

function eventsOf(logs: Readonly<Record<string, string>>, source: string): string {
  return `${identifier(logs[source] ?? '')}.events`;
}

function justBefore({ gen, tx, place }: { gen: number; tx: string; place: string }): Position {
  return toPosition({ gen, xid: tx, pos: (BigInt(place) - 1n).toString() });
}
