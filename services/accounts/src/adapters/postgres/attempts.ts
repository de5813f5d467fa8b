import { onlyRow, queryOn } from '@onceover/event-store';
import { queryRows } from '@onceover/postgres-kit/database-failure';
import type pg from 'pg';
import type { AttemptRule } from '../../domain/account/attempt-rules.ts';
import type { AttemptLedger, Wait } from '../../use-cases/account/attempt-ledger.ts';
import type { FailureReport, SignInFailures } from '../../use-cases/account/sign-in-failures.ts';
import { type AccountRow, accountColumns, accountTables, toAccount } from './account-row.ts';

const reserveStatement = {
  name: 'reserve attempts',
  text: 'select wait as seconds, is_delay as "isDelay" from accounts.reserve_attempts($1, $2)',
};
const giveBackStatement = { name: 'give back attempts', text: 'select accounts.give_back_attempts($1)' };
const clearStatement = { name: 'clear attempts', text: 'delete from accounts.attempt where key = any($1)' };

/** Tries in PostgreSQL. `keyOf` is an HMAC: nothing personal is stored with them. */
export function createPostgresAttemptLedger(
  pool: pg.Pool,
  keyOf: (purpose: string, ...subject: readonly string[]) => Buffer,
): AttemptLedger {
  return {
    reserve: async (rules, at) => (await reserveOrDelay(rules, at)).seconds,
    reserveOrDelay,
    giveBack: async (rules) => void (await queryRows(pool, giveBackStatement, [keysOf(rules)])),
    clear: async (rules) => void (await queryRows(pool, clearStatement, [keysOf(rules)])),
  };

  async function reserveOrDelay(rules: readonly AttemptRule[], at: Date): Promise<Wait> {
    const rows = rules.map(({ purpose, subject, ...limits }) => ({
      ...limits,
      key: keyOf(`attempt:${purpose}`, ...subject).toString('base64'),
    }));
    return onlyRow({ rows: await queryRows<Wait>(pool, reserveStatement, [JSON.stringify(rows), at]) });
  }

  function keysOf(rules: Parameters<AttemptLedger['clear']>[0]): Buffer[] {
    return rules.map(({ purpose, subject }) => keyOf(`attempt:${purpose}`, ...subject));
  }
}

const addStatement = {
  name: 'failed sign-in',
  text: `insert into accounts.sign_in_failure as f (email_hash, streak, count, window_start, last_at)
    values ($1, 1, 1, $2, $2)
    on conflict (email_hash) do update set streak = f.streak + 1, count = f.count + 1, last_at = excluded.last_at,
      window_start = case when f.count = 0 then excluded.window_start else f.window_start end`,
};
const listStatement = {
  text: `select ${accountColumns}, f.count, f.window_start as "windowStart",
      f.is_reset_sent as "isResetSent"
    from ${accountTables}
    where f.count > 0 limit $1`,
};

const clearFailures = 'delete from accounts.sign_in_failure where email_hash = $1';
const updateReported = `update accounts.sign_in_failure set count = count - $2, is_reset_sent = $3 where email_hash = $1`;

type ReportRow = AccountRow & Omit<FailureReport, 'account'>;

/** Wrong passwords in PostgreSQL, by the keyed hash of the address: with or without an account, the same write. */
export function createPostgresSignInFailures(pool: pg.Pool, emailHash: (email: string) => Buffer): SignInFailures {
  return {
    add: async (email, at) => void (await queryRows(pool, addStatement, [emailHash(email), at])),
    clear: async (tx, account) => void (await queryOn(tx, clearFailures, [account.emailHash])),
    async listUnreported(limit) {
      const rows = await queryRows<ReportRow>(pool, listStatement, [limit]);
      return rows.map(({ count, windowStart, isResetSent, ...row }) => {
        return { account: toAccount(row), count, windowStart, isResetSent };
      });
    },
    async setReported(tx, { account, count }, isResetSent) {
      await queryOn(tx, updateReported, [account.emailHash, count, isResetSent]);
    },
  };
}
