import { queryRows } from '@onceover/postgres-kit/database-failure';
import type pg from 'pg';
import type { Replays } from '../../../use-cases/conceal/replay-conceal.ts';

interface ReplayRow {
  readonly lookup: Buffer;
  readonly e: number;
  readonly sealed: Buffer;
}

const findStatement = {
  name: 'find replay',
  text: `select lookup, e, sealed from secrets.create_replay where key_hash = $1 and until > clock_timestamp()`,
};

/** Sealed answers of conceals in PostgreSQL. */
export function createPostgresReplays(pool: pg.Pool): Replays {
  return {
    async find(keyHash) {
      const [row] = await queryRows<ReplayRow>(pool, findStatement, [keyHash]);
      return row === undefined ? null : { lookup: row.lookup, epoch: row.e, sealed: row.sealed };
    },
  };
}
