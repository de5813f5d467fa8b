import { queryRows } from '@onceover/postgres-kit/database-failure';
import type pg from 'pg';
import type { SecretCounts, SecretStatistics } from '../../../use-cases/statistics/count-secrets.ts';

/** Not by an index: it would cost every conceal, and only operators look for it. */
const findStatement = {
  name: 'secrets by short key',
  text: `select s.secret_id as id from secrets.secret s where s.short = $1 or s.mshort = $1 order by s.created desc limit 20`,
};

const shortKeyStatement = {
  name: 'short key of a secret',
  text: 'select s.short from secrets.secret s where s.secret_id = $1',
};

/** As numbers, not as text: no count is longer than a safe integer. */
const countStatement = {
  name: 'count secrets',
  text: `select metadata_count::float8 as metadata, secret_count::float8 as secrets, created::float8, shared::float8,
      emails::float8
    from secrets.count_secrets()`,
};

/** Counts of the rows that are there, and of those that were purged. */
export function createPostgresSecretStatistics(pool: pg.Pool): SecretStatistics {
  return {
    async findByShortKey(shortkey) {
      return (await queryRows<{ id: string }>(pool, findStatement, [shortkey])).map(({ id }) => id);
    },
    async shortKeyOf(secretId) {
      const [row] = await queryRows<{ short: string }>(pool, shortKeyStatement, [secretId]);
      return row?.short ?? null;
    },
    async count() {
      const [row] = await queryRows<SecretCounts>(pool, countStatement, []);
      if (row === undefined) throw new TypeError('count_secrets returned no row');
      return row;
    },
  };
}
