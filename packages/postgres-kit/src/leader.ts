import type pg from 'pg';
import { databaseFailure } from './database-failure.ts';

/** The connection that holds the locks of a pool while there are any. */
interface LockHolder {
  readonly client: Promise<pg.PoolClient>;
  /** The last thing that was asked on it: a connection answers one question at a time. */
  last: Promise<unknown>;
  locks: number;
  isBroken: boolean;
}

const holders = new WeakMap<pg.Pool, LockHolder>();

/**
 * Runs `work`, or returns null if another process is already doing it. All locks of a pool are on one of its connections, and
 * end with it; a name is locked once at a time in a process.
 */
export async function asLeader<R>(pool: pg.Pool, name: string, work: () => Promise<R>): Promise<R | null> {
  const holder = holders.get(pool) ?? openHolder(pool);
  holders.set(pool, holder);
  holder.locks += 1;
  const ask = async (lock: string) => {
    const statement = `select ${lock}(hashtextextended($1, 0)) as done`;
    const answer = holder.last.then(async () => (await holder.client).query<{ done: boolean }>(statement, [name]));
    holder.last = answer.catch(() => undefined);
    try {
      return (await answer).rows[0]?.done === true;
    } catch (error) {
      holder.isBroken = true;
      holders.delete(pool);
      throw databaseFailure(error);
    }
  };
  try {
    if (!(await ask('pg_try_advisory_lock'))) return null;
    try {
      return await work();
    } finally {
      await ask('pg_advisory_unlock');
    }
  } finally {
    holder.locks -= 1;
    if (holder.locks === 0) await letGo(pool, holder);
  }
}

function openHolder(pool: pg.Pool): LockHolder {
  const client = pool.connect();
  return { client, last: client.catch(() => undefined), locks: 0, isBroken: false };
}

async function letGo(pool: pg.Pool, holder: LockHolder): Promise<void> {
  if (holders.get(pool) === holder) holders.delete(pool);
  const client = await holder.client.catch(() => undefined);
  client?.release(holder.isBroken);
}
