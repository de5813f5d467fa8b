import { queryOn } from '@onceover/event-store';
import { queryRow, queryRows } from '@onceover/postgres-kit/database-failure';
import type { PlanId } from '@onceover/schema/plans';
import type { Clock } from '@onceover/service-kit/clock';
import type pg from 'pg';
import type { AccountBook, AccountRecord, Verification } from '../../use-cases/account/account-book.ts';
import type { SubjectCipher } from '../crypto/subject-cipher.ts';
import { type AccountRow, accountColumns, accountTables, toAccount } from './account-row.ts';

const findStatement = {
  name: 'account',
  text: `select ${accountColumns} from ${accountTables} where a.account_ref = $1`,
};
const findByEmailStatement = {
  name: 'account by email',
  text: `select ${accountColumns} from ${accountTables} where a.email_hash = $1`,
};
const planStatement = {
  name: 'plan of account',
  text: 'select plan_id as "planId" from accounts.account where account_ref = $1',
};
const anyForeignStatement = {
  name: 'any foreign password',
  text: 'select exists (select from accounts.account where foreign_password is not null) as "isAny"',
};
const verificationColumns = 'secret_id as "secretId", key_hash as "keyHash", account_ref as "accountRef", until';
const findVerificationStatement = {
  name: 'verification',
  text: `select ${verificationColumns} from accounts.verification where secret_id = $1`,
};
const verificationsAmongStatement = `select ${verificationColumns} from accounts.verification where secret_id = any($1::uuid[])`;
const findVerificationByKeyStatement = {
  name: 'verification by key',
  text: `select ${verificationColumns} from accounts.verification where key_hash = $1`,
};
const findResetKeyStatement = {
  name: 'reset key',
  text: `select account_ref as "accountRef", password_version as "passwordVersion", until
    from accounts.reset_key where key_hash = $1`,
};
const listUnverifiedStatement = {
  text: `select account_ref as "accountRef" from accounts.account
    where not is_verified and created <= $1 order by created limit $2`,
};

const insertAccount = `insert into accounts.account
    (account_ref, email_hash, plan_id, mail_locale, salt, digest, mark_hash, created)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`;
const updateSignUp = `update accounts.account
  set plan_id = $2, mail_locale = $3, salt = $4, digest = $5, kdf = 1, pepper = 1, mark_hash = $6, created = $7,
    password_version = password_version + 1
  where account_ref = $1 and not is_verified and created <= $7`;
const insertSubject = 'insert into accounts.subject_pii (account_ref, wrapped_key, email) values ($1, $2, $3)';
const insertVerification = `insert into accounts.verification (secret_id, key_hash, account_ref, until)
  values ($1, $2, $3, $4) on conflict do nothing`;
const takeVerification = 'delete from accounts.verification where secret_id = $1';
const deleteVerifications = 'delete from accounts.verification where account_ref = $1';
const updateVerified = 'update accounts.account set is_verified = true, mark_hash = null where account_ref = $1';
const updateLocale = 'update accounts.account set locale = $2, mail_locale = $2 where account_ref = $1';
const updatePlan = 'update accounts.account set plan_id = $2 where account_ref = $1';
const updateRole = 'update accounts.account set role = $2 where account_ref = $1';
const updateDisabled = 'update accounts.account set is_disabled = $2 where account_ref = $1';
/** In one order, so that two colonels who disable each other wait for one another and not both. */
const lockColonels = `select account_ref as "accountRef" from accounts.account
  where role = 'colonel' and not is_disabled order by account_ref for update`;
const updateSignedIn = 'update accounts.account set last_sign_in = $2 where account_ref = $1';
const updatePassword = `update accounts.account
  set salt = $3, digest = $4, kdf = 1, pepper = 1, foreign_password = null, password_version = password_version + 1
  where account_ref = $1 and password_version = $2`;
const renewPassword = `update accounts.account set salt = $3, digest = $4, kdf = 1, pepper = 1, foreign_password = null
  where account_ref = $1 and password_version = $2 and foreign_password is not null`;
const lockAccount =
  'select from accounts.account where account_ref = $1 and password_version = $2 and not is_disabled for update';
const upsertResetKey = `insert into accounts.reset_key (account_ref, key_hash, password_version, until)
  values ($1, $2, $3, $4)
  on conflict (account_ref) do update set key_hash = excluded.key_hash,
    password_version = excluded.password_version, until = excluded.until`;
const deleteResetKey = 'delete from accounts.reset_key where key_hash = $1';
const deleteResetKeys = 'delete from accounts.reset_key where account_ref = $1';
const deleteDeviceMarks = 'delete from accounts.device_mark where account_ref = $1';
const deleteTokens = 'delete from accounts.api_token where account_ref = $1';
const deleteFailures = 'delete from accounts.sign_in_failure where email_hash = $1';
/** All other rows of the person are deleted with this one. */
const deleteAccount = 'delete from accounts.account where account_ref = $1';

/** Accounts in PostgreSQL. `emailHash` is an HMAC; addresses themselves are stored only sealed. */
export function createPostgresAccountBook(
  pool: pg.Pool,
  cipher: SubjectCipher,
  emailHash: (email: string) => Buffer,
): AccountBook {
  async function one(statement: { name: string; text: string }, value: unknown): Promise<AccountRecord | null> {
    const row = await queryRow<AccountRow>(pool, statement, [value]);
    return row && toAccount(row);
  }
  return {
    ...accountWrites(cipher, emailHash),
    ...operatorWrites,
    find: (accountRef) => one(findStatement, accountRef),
    findByEmail: (email) => one(findByEmailStatement, emailHash(email)),
    emailOf: ({ accountRef, sealed }) => cipher.openEmail(accountRef, sealed),
    findVerification: (secretId) => queryRow(pool, findVerificationStatement, [secretId]),
    async verificationsAmong(tx, secretIds) {
      return (await queryOn<Verification>(tx, verificationsAmongStatement, [secretIds])).rows;
    },
    findVerificationByKey: (keyHash) => queryRow(pool, findVerificationByKeyStatement, [keyHash]),
    findResetKey: (keyHash) => queryRow(pool, findResetKeyStatement, [keyHash]),
    async listUnverified(before, limit) {
      const rows = await queryRows<{ accountRef: string }>(pool, listUnverifiedStatement, [before, limit]);
      return rows.map(({ accountRef }) => accountRef);
    },
  };
}

/** What commands write about accounts, in the transaction of their events. */
function accountWrites(cipher: SubjectCipher, emailHash: (email: string) => Buffer) {
  return {
    async register(tx, { accountRef, email, planId, mailLocale, password, markHash, at }) {
      const { salt, digest } = password;
      await queryOn(tx, insertAccount, [accountRef, emailHash(email), planId, mailLocale, salt, digest, markHash, at]);
      const sealed = cipher.sealSubject(accountRef, email);
      await queryOn(tx, insertSubject, [accountRef, sealed.wrappedKey, sealed.email]);
    },
    async replaceSignUp(tx, { accountRef, planId, mailLocale, password, markHash, at }) {
      const { salt, digest } = password;
      const values = [accountRef, planId, mailLocale, salt, digest, markHash, at];
      const isReplaced = (await queryOn(tx, updateSignUp, values)).rowCount === 1;
      if (isReplaced) await queryOn(tx, deleteVerifications, [accountRef]);
      return isReplaced;
    },
    isEmailTaken: (error) =>
      error instanceof Error && 'constraint' in error && error.constraint === 'account_email_hash_key',
    async addVerification(tx, { secretId, keyHash, accountRef, until }) {
      await queryOn(tx, insertVerification, [secretId, keyHash, accountRef, until]);
    },
    takeVerification: async (tx, secretId) => (await queryOn(tx, takeVerification, [secretId])).rowCount === 1,
    setVerified: async (tx, accountRef) => void (await queryOn(tx, updateVerified, [accountRef])),
    setLocale: async (tx, accountRef, locale) => void (await queryOn(tx, updateLocale, [accountRef, locale])),
    setPlan: async (tx, accountRef, planId) => void (await queryOn(tx, updatePlan, [accountRef, planId])),
    setSignedIn: async (tx, accountRef, at) => void (await queryOn(tx, updateSignedIn, [accountRef, at])),
    async setPassword(tx, accountRef, version, { salt, digest }) {
      const { rowCount } = await queryOn(tx, updatePassword, [accountRef, version, salt, digest]);
      if (rowCount === 1) {
        await queryOn(tx, deleteResetKeys, [accountRef]);
        await queryOn(tx, deleteDeviceMarks, [accountRef]);
      }
      return rowCount === 1;
    },
    renewPassword: async (tx, accountRef, version, { salt, digest }) =>
      (await queryOn(tx, renewPassword, [accountRef, version, salt, digest])).rowCount === 1,
    hold: async (tx, accountRef, passwordVersion) =>
      (await queryOn(tx, lockAccount, [accountRef, passwordVersion])).rowCount === 1,
    async putResetKey(tx, { accountRef, keyHash, passwordVersion, until }) {
      await queryOn(tx, upsertResetKey, [accountRef, keyHash, passwordVersion, until]);
    },
    takeResetKey: async (tx, keyHash) => (await queryOn(tx, deleteResetKey, [keyHash])).rowCount === 1,
    revokeTokens: async (tx, accountRef) => void (await queryOn(tx, deleteTokens, [accountRef])),
    async erase(tx, { accountRef, emailHash: hash }) {
      await queryOn(tx, deleteFailures, [hash]);
      await queryOn(tx, deleteAccount, [accountRef]);
    },
  } satisfies Partial<AccountBook>;
}

/** What only operators change. */
const operatorWrites = {
  setRole: async (tx, accountRef, role) => void (await queryOn(tx, updateRole, [accountRef, role])),
  setDisabled: async (tx, accountRef, isDisabled) => void (await queryOn(tx, updateDisabled, [accountRef, isDisabled])),
  holdColonels: async (tx) =>
    (await queryOn<{ accountRef: string }>(tx, lockColonels, [])).rows.map(({ accountRef }) => accountRef),
} satisfies Partial<AccountBook>;

/** The plan an account has now; null: there is no such account. */
export function planOfAccount(pool: pg.Pool): (accountRef: string) => Promise<PlanId | null> {
  return async (accountRef) => (await queryRow<{ planId: PlanId }>(pool, planStatement, [accountRef]))?.planId ?? null;
}

const foreignAgeMs = 60_000;

/** Whether any account has the hash of another server still; up to a minute old. */
export function isAnyPasswordForeign(pool: pg.Pool, clock: Clock): () => Promise<boolean> {
  let known: { readonly isAny: boolean; readonly at: number } | null = null;
  return async () => {
    const at = clock.now().getTime();
    if (known === null || Math.abs(at - known.at) > foreignAgeMs)
      known = { isAny: (await queryRow<{ isAny: boolean }>(pool, anyForeignStatement))?.isAny ?? false, at };
    return known.isAny;
  };
}
