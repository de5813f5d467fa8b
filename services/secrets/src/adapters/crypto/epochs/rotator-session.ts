import { databaseFailure } from '@onceover/postgres-kit/database-failure';
import type { Knex } from 'knex';
import type { Queryable } from '../keys/key-tables.ts';

/** What we use of a connection of `pg`. */
interface Connection {
  query(sql: string, values?: readonly unknown[]): Promise<{ rows: unknown[] }>;
  /** Set, knex drops the connection instead of handing it out again. */
  __knex__disposed?: unknown;
}

/** How knex hands out one connection; not in its types. */
interface ConnectionPool {
  acquireConnection(): Promise<Connection>;
  releaseConnection(connection: Connection): Promise<void>;
}

/** The connection that holds the rotator lock. */
export interface RotatorSession extends Queryable {
  query<Row>(sql: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** Runs work in a transaction of the session that holds the lock: if the lock is lost, nothing commits. */
  transaction<R>(work: () => Promise<R>): Promise<R>;
}

/** One rotator per database; the key of its session lock. */
const ROTATOR_LOCK = 'secrets:keys:rotator';

/**
 * Runs work as the only rotator, or answers null at once when another process is it.
 *
 * The lock belongs to a database session, and every transaction of the work runs in that very session, so a rotator that
 * lost its lock (a cut connection, a paused process) cannot commit another step.
 */
export async function asRotator<R>(knex: Knex, work: (session: RotatorSession) => Promise<R>): Promise<R | null> {
  const pool: ConnectionPool = knex.client;
  const connection = await pool.acquireConnection().catch((error: unknown) => {
    throw databaseFailure(error);
  });
  let hasLock = false;
  try {
    const session = sessionOf(connection);
    const [row] = await session.query<{ free: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as free',
      [ROTATOR_LOCK],
    );
    hasLock = row?.free === true;
    if (!hasLock) return null;
    // A rotation walks along primary keys: a scan for each batch would meet the whole table again.
    await session.query('set enable_seqscan = off; set enable_bitmapscan = off');
    return await work(session);
  } finally {
    if (hasLock) await unlock(connection);
    await pool.releaseConnection(connection);
  }
}

function sessionOf(connection: Connection): RotatorSession {
  async function query<Row>(sql: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    try {
      const { rows } = await connection.query(sql, values);
      return rows as Row[];
    } catch (error) {
      throw databaseFailure(error);
    }
  }
  return {
    query,
    async transaction(work) {
      await query('begin');
      try {
        const result = await work();
        await query('commit');
        return result;
      } catch (error) {
        // The first error is the one to tell; a connection that cannot roll back is dropped by `unlock`.
        await query('rollback').catch(() => undefined);
        throw error;
      }
    },
  };
}

/** Hands the connection back as it was. One that cannot give the lock back is dropped, which gives it back. */
async function unlock(connection: Connection): Promise<void> {
  try {
    await connection.query('reset enable_seqscan; reset enable_bitmapscan');
    await connection.query('select pg_advisory_unlock(hashtextextended($1, 0))', [ROTATOR_LOCK]);
  } catch (error) {
    connection.__knex__disposed = error;
  }
}
