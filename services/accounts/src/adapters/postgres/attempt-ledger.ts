import { queryRows } from '@onceover/postgres-kit/database-failure';
import type pg from 'pg';
import type { AttemptLedger } from '../../use-cases/account/attempt-ledger.ts';

const reserveStatement = { name: 'reserve attempts', text: 'select accounts.reserve_attempts($1, $2) as wait' };
const giveBackStatement = { name: 'give back attempts', text: 'select accounts.give_back_attempts($1)' };
const clearStatement = { name: 'clear attempts', text: 'delete from accounts.attempt where key = any($1)' };

/** Tries in PostgreSQL. `keyOf` is an HMAC: nothing personal is stored with them. */
export function createPostgresAttemptLedger(
  pool: pg.Pool,
  keyOf: (purpose: string, ...subject: readonly string[]) => Buffer,
): AttemptLedger {
  return {
    async reserve(rules, at) {
      const rows = rules.map(({ purpose, subject, ...limits }) => ({
        ...limits,
        key: keyOf(`attempt:${purpose}`, ...subject).toString('base64'),
      }));
      const [row] = await queryRows<{ wait: number }>(pool, reserveStatement, [JSON.stringify(rows), at]);
      if (row === undefined) throw new TypeError('reserve_attempts returned no row');
      return row.wait;
    },
    async giveBack(rules) {
      await queryRows(pool, giveBackStatement, [keysOf(rules)]);
    },
    async clear(rules) {
      await queryRows(pool, clearStatement, [keysOf(rules)]);
    },
  };

  function keysOf(rules: Parameters<AttemptLedger['clear']>[0]): Buffer[] {
    return rules.map(({ purpose, subject }) => keyOf(`attempt:${purpose}`, ...subject));
  }
}
