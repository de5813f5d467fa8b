import type pg from 'pg';
import type { Position } from '../types.ts';
import { LOG_START, toPosition } from './position.ts';
import { identifier } from './sql/identifiers.ts';

interface Found {
  readonly xid: bigint;
  readonly at: Date;
}

/** A log is about in the order of time: transactions of seconds take part in it. */
const TOLERANCE_MS = 3_600_000;

/**
 * A position before everything that was recorded since a moment, an hour early at least, found in some forty reads of an index
 * however long the log is.
 */
export async function placeAbout(pool: Pick<pg.Pool, 'query'>, schema: string, time: Date): Promise<Position> {
  const early = new Date(time.getTime() - TOLERANCE_MS);
  const { rows } = await pool.query<{ gen: number }>(`select gen from ${identifier(schema)}.log_meta`);
  for (let gen = rows[0]?.gen ?? 0; gen > 0; gen -= 1) {
    const first = await next(pool, schema, gen, 0n);
    if (first !== undefined && first.at < early)
      return toPosition({ gen, xid: String(await bisect(pool, schema, gen, early)), pos: 0 });
  }
  return LOG_START;
}

/** The last transaction of a generation whose events, as far as looked at, are all older. */
async function bisect(pool: Pick<pg.Pool, 'query'>, schema: string, gen: number, early: Date): Promise<bigint> {
  let [below, above] = [0n, (await end(pool, schema, gen)) + 1n];
  while (above - below > 1n) {
    const middle = (below + above) / 2n;
    const found = await next(pool, schema, gen, middle);
    if (found === undefined || found.at >= early) above = middle;
    else below = found.xid;
  }
  return below;
}

/** The first event of a transaction that is not older. */
async function next(
  pool: Pick<pg.Pool, 'query'>,
  schema: string,
  gen: number,
  xid: bigint,
): Promise<Found | undefined> {
  const { rows } = await pool.query<{ tx: string; at: Date }>(
    `select e.xid::text as tx, e.occurred_at as at from ${identifier(schema)}.events e
     where (e.gen, e.xid, e.pos) >= ($1::smallint, $2::text::xid8, 0::bigint) and e.gen = $1
     order by e.gen, e.xid, e.pos limit 1`,
    [gen, String(xid)],
  );
  return rows[0] && { xid: BigInt(rows[0].tx), at: rows[0].at };
}

async function end(pool: Pick<pg.Pool, 'query'>, schema: string, gen: number): Promise<bigint> {
  const { rows } = await pool.query<{ tx: string }>(
    `select e.xid::text as tx from ${identifier(schema)}.events e where e.gen = $1
     order by e.gen desc, e.xid desc, e.pos desc limit 1`,
    [gen],
  );
  return BigInt(rows[0]?.tx ?? 0);
}
