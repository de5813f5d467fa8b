import { queryRows } from '@onceover/postgres-kit/database-failure';
import type pg from 'pg';
import type { AccountBook, AccountRecord } from '../../use-cases/account/account-book.ts';
import type { SubjectCipher } from '../crypto/subject-cipher.ts';
import { type AccountRow, accountColumns, accountTables, toAccount } from './account-row.ts';
import { accountWrites } from './account-writes.ts';

const findStatement = {
  name: 'account',
  text: `select ${accountColumns} from ${accountTables} where a.account_ref = $1`,
};
const findByEmailStatement = {
  name: 'account by email',
  text: `select ${accountColumns} from ${accountTables} where a.email_hash = $1`,
};
const findVerificationStatement = {
  name: 'verification',
  text: 'select account_ref from accounts.verification where secret_id = $1',
};
const findResetKeyStatement = {
  name: 'reset key',
  text: 'select account_ref, password_version, until from accounts.reset_key where key_hash = $1',
};
const listUnverifiedStatement = {
  text: 'select account_ref from accounts.account where not is_verified and created <= $1 order by created limit $2',
};

interface ResetRow {
  readonly account_ref: string;
  readonly password_version: number;
  readonly until: Date;
}

/** Accounts in PostgreSQL. `emailHash` is an HMAC; addresses themselves are there only sealed. */
export function createPostgresAccountBook(
  pool: pg.Pool,
  cipher: SubjectCipher,
  emailHash: (email: string) => Buffer,
): AccountBook {
  async function one(statement: { name: string; text: string }, value: unknown): Promise<AccountRecord | null> {
    const [row] = await queryRows<AccountRow>(pool, statement, [value]);
    return row === undefined ? null : toAccount(row);
  }
  return {
    ...accountWrites(cipher, emailHash),
    find: (accountRef) => one(findStatement, accountRef),
    findByEmail: (email) => one(findByEmailStatement, emailHash(email)),
    emailOf: ({ accountRef, sealed }) => cipher.openEmail(accountRef, sealed),
    async findVerification(secretId) {
      const [row] = await queryRows<{ account_ref: string }>(pool, findVerificationStatement, [secretId]);
      return row === undefined ? null : { accountRef: row.account_ref };
    },
    async findResetKey(keyHash) {
      const [row] = await queryRows<ResetRow>(pool, findResetKeyStatement, [keyHash]);
      if (row === undefined) return null;
      return { accountRef: row.account_ref, passwordVersion: row.password_version, until: row.until };
    },
    async listUnverified(before, limit) {
      const rows = await queryRows<{ account_ref: string }>(pool, listUnverifiedStatement, [before, limit]);
      return rows.map((row) => row.account_ref);
    },
  };
}
