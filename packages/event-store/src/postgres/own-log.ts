import { OutageError } from '@onceover/service-kit/errors';
import type pg from 'pg';
import type { EventCount } from '../covering/log-covered.ts';
import type { LogHistory, LogRange, StepCount } from '../history/log-history.ts';
import type { Position } from '../types.ts';
import { RELAY, relaySchemaOf } from './consumer-tables.ts';
import { countedAs, countsSql } from './count-events.ts';
import { EVENT_TEXT } from './event-text.ts';
import { uncommittedFailure } from './failures.ts';
import { logReader } from './log-reader.ts';
import { countPieces, type Piece, searchFailure, searchPieces, statementOf } from './log-search.ts';
import { fromPosition, LOG_END, LOG_START, POSITION_TEXT } from './position.ts';
import { type EventRow, toRecordedEvent } from './rows.ts';
import { identifier } from './sql/identifiers.ts';
import { isCovering } from './sql/quiet.ts';

export interface OwnLogOptions {
  /** Connections of the log's owner, or one of them, in a transaction whose state of the log is wanted. */
  readonly pool: Pick<pg.Pool, 'query'>;
  readonly schema: string;
  readonly service: string;
  /** SQL over an event `e`, as for its blocks (`LogCoverOptions`). */
  readonly bucket: string;
}

/** The history of a service's log, read from its tables by the service itself. */
export function createOwnLog({ pool, schema, service, bucket }: OwnLogOptions): LogHistory {
  const reader = logReader({ pool, schema, source: service, filter: {} });
  const run = async <Row extends pg.QueryResultRow>(text: string, values: unknown[], name?: string) => {
    const named = name === undefined ? {} : { name: `${name} ${schema}` };
    const { rows } = await pool.query<Row>({ ...named, text, values }).catch(rethrow);
    return rows;
  };
  const find = <Row extends pg.QueryResultRow>(pieces: readonly Piece[]) => {
    const { text, values } = statementOf(pieces);
    return run<Row>(text, values).catch((error: unknown) => {
      throw searchFailure(error);
    });
  };
  return {
    async ends() {
      const ends = [reader.horizon(), reader.last(), publishedOf(pool, schema)] as const;
      const [horizon, last, published] = await Promise.all(ends).catch(rethrow);
      return { horizon, last: last ?? null, published };
    },
    lag: (after, filter) => logReader({ pool, schema, source: service, filter }).lag(after).catch(rethrow),
    async events({ after = LOG_START, upTo = LOG_END }, most) {
      const { events } = await reader.read(after, most).catch(rethrow);
      return events.filter(({ position }) => position <= upTo);
    },
    async texts(range, most) {
      const rows = await run<{ text: string }>(textsSql(schema), [...valuesOf(range), most], 'texts');
      return rows.map(({ text }) => text);
    },
    async search(search) {
      const rows = await find<EventRow & { leaf: string }>(searchPieces(schema, search));
      return rows.map((row) => ({ ...toRecordedEvent(row, service), leaf: row.leaf }));
    },
    count: (conditions, steps) => find<StepCount & pg.QueryResultRow>(countPieces(schema, conditions, steps)),
    async recount(range, most) {
      const [row] = await run<RecountRow>(recountSql(schema, bucket), [...valuesOf(range), most], 'recount');
      return { counts: row?.counts ?? [], events: row?.events ?? 0, to: row?.to ?? null };
    },
  };
}

interface RecountRow {
  readonly counts: readonly EventCount[] | null;
  readonly events: number;
  readonly to: Position | null;
}

async function publishedOf(pool: OwnLogOptions['pool'], schema: string): Promise<Position | null> {
  const places = `${identifier(relaySchemaOf(schema))}.checkpoints`;
  const there = await pool.query<{ is: boolean }>(`select to_regclass($1) is not null as is`, [places]);
  if (there.rows[0]?.is !== true) return null;
  const text = `select min(position) as position from ${places} where consumer = $1`;
  return (await pool.query<{ position: Position | null }>(text, [RELAY])).rows[0]?.position ?? null;
}

function valuesOf({ after = LOG_START, upTo = LOG_END }: LogRange): string[] {
  return [...Object.values(fromPosition(after)), ...Object.values(fromPosition(upTo))];
}

/** With all that stand at the last position: no two events have the same, unless somebody wrote one of them by hand. */
const rangeSql = (schema: string, columns: string) => `
  select ${columns} from ${identifier(schema)}.events e
  where (e.gen, e.xid, e.pos) > ($1::smallint, $2::text::xid8, $3::bigint)
    and (e.gen, e.xid, e.pos) <= ($4::smallint, $5::text::xid8, $6::bigint)
  order by e.gen, e.xid, e.pos fetch first $7 rows with ties`;

const textsSql = (schema: string) => rangeSql(schema, `${EVENT_TEXT} as text`);

const recountSql = (schema: string, bucket: string) => `
  with page as (
    ${rangeSql(schema, `${countedAs(bucket)}, ${POSITION_TEXT} as position, ${isCovering('e')} as is_own`)})
  select ${countsSql('page p where not p.is_own', 'p')} as counts, count(*)::int as events, max(a.position collate "C") as "to"
  from page a`;

/** Nothing was written, whatever happened. */
function rethrow(error: unknown): never {
  throw error instanceof OutageError ? error : uncommittedFailure(error);
}
