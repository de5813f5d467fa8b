import { queryRows } from '@onceover/postgres-kit/database-failure';
import type pg from 'pg';
import type { Replays } from '../../../use-cases/conceal/replay-conceal.ts';

const findStatement = {
  name: 'find replay',
  text: `
    select r.lookup, r.e as epoch, r.sealed from secrets.create_replay r
    where r.key_hash = $1 and r.until > clock_timestamp()`,
};

export function createPostgresReplays(pool: pg.Pool): Replays {
  type Found = NonNullable<Awaited<ReturnType<Replays['find']>>>;
  return { find: async (keyHash) => (await queryRows<Found>(pool, findStatement, [keyHash]))[0] ?? null };
}
