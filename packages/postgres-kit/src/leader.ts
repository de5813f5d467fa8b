import type pg from 'pg';
import { databaseFailure } from './database-failure.ts';

/**
 * Runs `work`, or returns null if another process is already doing it. The lock ends with the connection that holds it.
 */
export async function asLeader<R>(pool: pg.Pool, name: string, work: () => Promise<R>): Promise<R | null> {
  const client = await pool.connect().catch((error: unknown) => {
    throw databaseFailure(error);
  });
  let isHealthy = false;
  try {
    const { rows } = await client.query<{ is_leader: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as is_leader',
      [name],
    );
    const result = rows[0]?.is_leader ? await work() : null;
    await client.query('select pg_advisory_unlock(hashtextextended($1, 0)) where $2', [name, rows[0]?.is_leader]);
    isHealthy = true;
    return result;
  } finally {
    client.release(!isHealthy);
  }
}
