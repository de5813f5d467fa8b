import { queryRows } from '@onceover/postgres-kit/database-failure';
import type pg from 'pg';

/** Long after a secret's end its event has been heard, whatever was away meanwhile. */
const keepDays = 30;

/** Forgets which secrets are not counted once they are over; returns how many went. */
export async function purgeUncounted(pool: pg.Pool, at: Date): Promise<number> {
  const before = new Date(at.getTime() - keepDays * 86_400_000);
  const text = 'delete from accounts.usage_uncounted where expires <= $1 returning 1';
  return (await queryRows(pool, { text }, [before])).length;
}
