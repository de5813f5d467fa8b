import { databaseFailure } from '@onceover/postgres-kit/database-failure';
import type pg from 'pg';

/** Whatever asks: a pool, or one of its connections. */
export interface Queryable {
  query<Row>(sql: string, values?: readonly unknown[]): Promise<readonly Row[]>;
}

export interface KeySession extends Queryable {
  /** Runs work in a transaction: if the connection is lost, and with it what it has locked, nothing commits. */
  transaction<R>(work: () => Promise<R>): Promise<R>;
}

/** An outage is an `OutageError`. */
export function queryableOf(db: pg.Pool | pg.PoolClient): Queryable {
  return {
    async query<Row>(sql: string, values: readonly unknown[] = []) {
      try {
        const { rows } = await db.query(sql, [...values]);
        return rows as Row[];
      } catch (error) {
        throw databaseFailure(error);
      }
    },
  };
}

/** Runs work on a connection of its own, which is closed afterwards with whatever is left on it. */
export async function inSession<R>(pool: pg.Pool, work: (session: KeySession) => Promise<R>): Promise<R> {
  const client = await pool.connect().catch((error: unknown) => {
    throw databaseFailure(error);
  });
  try {
    const { query } = queryableOf(client);
    return await work({
      query,
      async transaction(step) {
        await query('begin');
        try {
          const result = await step();
          await query('commit');
          return result;
        } catch (error) {
          // The first error is the one to tell.
          await query('rollback').catch(() => undefined);
          throw error;
        }
      },
    });
  } finally {
    client.release(true);
  }
}

/** One rotator per database; the key of its session lock. */
const ROTATOR_LOCK = 'secrets:keys:rotator';

/**
 * Runs work as the only rotator, or answers null at once when another process is it.
 *
 * The lock belongs to a database session, and every transaction of the work runs in that very session, so a rotator that
 * lost its lock (a cut connection, a paused process) cannot commit another step.
 */
export async function asRotator<R>(pool: pg.Pool, work: (session: KeySession) => Promise<R>): Promise<R | null> {
  return await inSession(pool, async (session) => {
    const tried = 'select pg_try_advisory_lock(hashtextextended($1, 0)) as free';
    const [row] = await session.query<{ free: boolean }>(tried, [ROTATOR_LOCK]);
    if (row?.free !== true) return null;
    try {
      // A rotation walks along primary keys: a scan for each batch would meet the whole table again.
      await session.query('set enable_seqscan = off; set enable_bitmapscan = off');
      return await work(session);
    } finally {
      // The next one need not wait until the connection is closed.
      await session.query('select pg_advisory_unlock(hashtextextended($1, 0))', [ROTATOR_LOCK]).catch(() => undefined);
    }
  });
}
