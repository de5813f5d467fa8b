import { queryRows } from '@onceover/postgres-kit/database-failure';
import type pg from 'pg';
import type { SecretStatistics } from '../../../use-cases/statistics/count-secrets.ts';

/** As text: a count may be longer than a safe integer in principle, and the driver says so. */
interface CountRow {
  readonly metadata_count: string;
  readonly secret_count: string;
  readonly created: string;
  readonly shared: string;
  readonly emails: string;
}

const countStatement = { name: 'count secrets', text: 'select * from secrets.count_secrets()' };

/** Counts of the rows that are there, and of those that were purged. */
export function createPostgresSecretStatistics(pool: pg.Pool): SecretStatistics {
  return {
    async count() {
      const [row] = await queryRows<CountRow>(pool, countStatement, []);
      if (row === undefined) throw new TypeError('count_secrets returned no row');
      return {
        metadata: Number(row.metadata_count),
        secrets: Number(row.secret_count),
        created: Number(row.created),
        shared: Number(row.shared),
        emails: Number(row.emails),
      };
    },
  };
}
