import { queryRows } from '@onceover/postgres-kit/database-failure';
import { join, open, seal } from '@onceover/service-kit/crypto';
import type pg from 'pg';
import type { TwoStepBook } from '../../use-cases/two-step/two-step-book.ts';
import type { AccountKeys } from '../crypto/account-keys.ts';
import { run } from './run.ts';

interface TwoStepRow {
  readonly seed: Buffer;
  readonly is_on: boolean;
  readonly codes: number;
}

const findStatement = {
  name: 'two step',
  text: `select t.seed, t.is_on,
      (select count(*)::int from accounts.recovery_code c where c.account_ref = t.account_ref) as codes
    from accounts.two_step t where t.account_ref = $1`,
};
/** A key that was begun and not confirmed may be replaced; one in force may not. */
const beginStatement = {
  name: 'begin two step',
  text: `insert into accounts.two_step (account_ref, seed) values ($1, $2)
    on conflict (account_ref) do update set seed = excluded.seed, last_step = 0 where not two_step.is_on`,
};

/** Two-step sign-in in PostgreSQL: seeds sealed, recovery codes as keyed hashes. Source: security 5.2 */
export function createPostgresTwoStepBook(
  pool: pg.Pool,
  { wrapping, keyedHash }: Pick<AccountKeys, 'wrapping' | 'keyedHash'>,
): TwoStepBook {
  const contextOf = (accountRef: string) => join('onceover/v1/totp-seed', accountRef);
  const codeHash = (accountRef: string, code: string) => keyedHash('recovery-code', accountRef, code);
  return {
    async find(accountRef) {
      const [row] = await queryRows<TwoStepRow>(pool, findStatement, [accountRef]);
      if (row === undefined) return null;
      const seed = open(wrapping, row.seed, contextOf(accountRef));
      return { seed, isOn: row.is_on, recoveryCodesLeft: row.codes };
    },
    async begin(accountRef, seed) {
      await queryRows(pool, beginStatement, [accountRef, seal(wrapping, seed, contextOf(accountRef))]);
    },
    async takeStep(tx, accountRef, step) {
      const sql = 'update accounts.two_step set last_step = ? where account_ref = ? and last_step < ?';
      return (await run(tx, sql, [step, accountRef, step])) === 1;
    },
    async takeRecoveryCode(tx, accountRef, code) {
      const sql = 'delete from accounts.recovery_code where account_ref = ? and code_hash = ?';
      return (await run(tx, sql, [accountRef, codeHash(accountRef, code)])) === 1;
    },
    async enable(tx, accountRef, recoveryCodes) {
      await run(tx, 'update accounts.two_step set is_on = true where account_ref = ?', [accountRef]);
      await run(tx, 'delete from accounts.recovery_code where account_ref = ?', [accountRef]);
      for (const code of recoveryCodes) {
        const sql = 'insert into accounts.recovery_code (account_ref, code_hash) values (?, ?)';
        await run(tx, sql, [accountRef, codeHash(accountRef, code)]);
      }
    },
    disable: async (tx, accountRef) =>
      void (await run(tx, 'delete from accounts.two_step where account_ref = ?', [accountRef])),
  };
}
