import { queryOn } from '@onceover/event-store';
import { queryRow, queryRows } from '@onceover/postgres-kit/database-failure';
import { join, open, seal } from '@onceover/service-kit/crypto';
import type pg from 'pg';
import type { TwoStepBook, TwoStepRecord } from '../../use-cases/account/two-step-book.ts';
import type { AccountKeys } from '../crypto/account-keys.ts';

const findStatement = {
  name: 'two step',
  text: `select t.seed, t.is_on as "isOn", (select count(*)::int from accounts.recovery_code c
        where c.account_ref = t.account_ref) as "recoveryCodesLeft"
    from accounts.two_step t where t.account_ref = $1`,
};
/** A key that was not confirmed yet may be replaced; one in use may not. */
const beginStatement = {
  name: 'begin two step',
  text: `insert into accounts.two_step (account_ref, seed) values ($1, $2)
    on conflict (account_ref) do update set seed = excluded.seed, last_step = 0 where not two_step.is_on`,
};
const takeStep = 'update accounts.two_step set last_step = $2 where account_ref = $1 and last_step < $2';
const takeRecoveryCode = 'delete from accounts.recovery_code where account_ref = $1 and code_hash = $2';
const turnOn = 'update accounts.two_step set is_on = true where account_ref = $1';
const deleteRecoveryCodes = 'delete from accounts.recovery_code where account_ref = $1';
const insertRecoveryCode = 'insert into accounts.recovery_code (account_ref, code_hash) values ($1, $2)';
const turnOff = 'delete from accounts.two_step where account_ref = $1';
const demotePasskeys = 'update accounts.passkey set is_added_with_code = false where account_ref = $1';

/** Two-step sign-in in PostgreSQL: seeds sealed, recovery codes as keyed hashes. Source: security 5.2 */
export function createPostgresTwoStepBook(
  pool: pg.Pool,
  { wrapping, keyedHash }: Pick<AccountKeys, 'wrapping' | 'keyedHash'>,
): TwoStepBook {
  const contextOf = (accountRef: string) => join('onceover/v1/totp-seed', accountRef);
  const codeHash = (accountRef: string, code: string) => keyedHash('recovery-code', accountRef, code);
  return {
    async find(accountRef) {
      const row = await queryRow<TwoStepRecord>(pool, findStatement, [accountRef]);
      return row && { ...row, seed: open(wrapping, row.seed, contextOf(accountRef)) };
    },
    async begin(accountRef, seed) {
      await queryRows(pool, beginStatement, [accountRef, seal(wrapping, seed, contextOf(accountRef))]);
    },
    takeStep: async (tx, accountRef, step) => (await queryOn(tx, takeStep, [accountRef, step])).rowCount === 1,
    takeRecoveryCode: async (tx, accountRef, code) =>
      (await queryOn(tx, takeRecoveryCode, [accountRef, codeHash(accountRef, code)])).rowCount === 1,
    async enable(tx, accountRef, recoveryCodes) {
      await queryOn(tx, turnOn, [accountRef]);
      await queryOn(tx, deleteRecoveryCodes, [accountRef]);
      for (const code of recoveryCodes) await queryOn(tx, insertRecoveryCode, [accountRef, codeHash(accountRef, code)]);
    },
    async disable(tx, accountRef) {
      await queryOn(tx, turnOff, [accountRef]);
      await queryOn(tx, demotePasskeys, [accountRef]);
    },
  };
}
