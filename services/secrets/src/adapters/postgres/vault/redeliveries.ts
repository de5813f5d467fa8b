import { queryRows } from '@onceover/postgres-kit/database-failure';
import type pg from 'pg';
import type { Redeliveries } from '../../../use-cases/reveal/redelivery.ts';
import { type SecretRow, secretColumns, toStoredSecret } from './secret-row.ts';

const takeStatement = {
  name: 'take redelivery',
  text: `
    with taken as (
      update secrets.redelivery r set left_count = r.left_count - 1
      where r.lookup = $1 and r.token_hash = $2 and r.left_count > 0 and r.until > clock_timestamp()
      returning r.lookup, r.e, r.rblob
    )
    select ${secretColumns}, taken.e, taken.rblob
    from taken
    join secrets.secret s on s.lookup = taken.lookup`,
};

const acknowledgeStatement = {
  name: 'acknowledge',
  text: `
    with arrived as (
      delete from secrets.redelivery r
      where r.lookup = $1 and r.token_hash = $2 and r.until > clock_timestamp()
      returning r.lookup
    )
    update secrets.secret s set delivery_confirmed = true from arrived where s.lookup = arrived.lookup
    returning s.secret_id as "secretId"`,
};

/** Redelivery rows in PostgreSQL, judged by its clock. `onConfirmed` is told of secrets whose content arrived. */
export function createPostgresRedeliveries(pool: pg.Pool, onConfirmed: (secretId: string) => void): Redeliveries {
  return {
    async take(lookup, tokenHash) {
      type TakenRow = SecretRow & { readonly e: number; readonly rblob: Buffer };
      const [row] = await queryRows<TakenRow>(pool, takeStatement, [lookup, tokenHash]);
      return row === undefined ? null : { epoch: row.e, rblob: row.rblob, secret: toStoredSecret(row) };
    },
    async acknowledge(lookup, tokenHash) {
      const rows = await queryRows<{ secretId: string }>(pool, acknowledgeStatement, [lookup, tokenHash]);
      for (const { secretId } of rows) onConfirmed(secretId);
    },
  };
}
