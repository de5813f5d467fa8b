import type { AccountBook } from '../../use-cases/account/account-book.ts';
import type { SubjectCipher } from '../crypto/subject-cipher.ts';
import { run } from './run.ts';

type Writes = Pick<
  AccountBook,
  | 'register'
  | 'isEmailTaken'
  | 'addVerification'
  | 'setVerified'
  | 'setLocale'
  | 'setPlan'
  | 'setRole'
  | 'setSignedIn'
  | 'setPassword'
  | 'hold'
  | 'putResetKey'
  | 'takeResetKey'
  | 'erase'
>;

const settersOf = (column: string) => `update accounts.account set ${column} = ? where account_ref = ?`;

/** What commands write about accounts, in the transaction of their events. */
export function accountWrites(cipher: SubjectCipher, emailHash: (email: string) => Buffer): Writes {
  return {
    async register(tx, { accountRef, email, planId, mailLocale, password, at }) {
      await run(
        tx,
        `insert into accounts.account (account_ref, email_hash, plan_id, mail_locale, salt, digest, created)
           values (?, ?, ?, ?, ?, ?, ?)`,
        [accountRef, emailHash(email), planId, mailLocale, password.salt, password.digest, at],
      );
      const sealed = cipher.sealSubject(accountRef, email);
      const pii = 'insert into accounts.subject_pii (account_ref, wrapped_key, email) values (?, ?, ?)';
      await run(tx, pii, [accountRef, sealed.wrappedKey, sealed.email]);
    },
    isEmailTaken: (error) =>
      error instanceof Error && 'constraint' in error && error.constraint === 'account_email_hash_key',
    async addVerification(tx, { secretId, accountRef, until }) {
      const sql =
        'insert into accounts.verification (secret_id, account_ref, until) values (?, ?, ?) on conflict do nothing';
      await run(tx, sql, [secretId, accountRef, until]);
    },
    async setVerified(tx, accountRef) {
      await run(tx, settersOf('is_verified'), [true, accountRef]);
      await run(tx, 'delete from accounts.verification where account_ref = ?', [accountRef]);
    },
    async setLocale(tx, accountRef, locale) {
      await run(tx, settersOf('locale'), [locale, accountRef]);
      await run(tx, settersOf('mail_locale'), [locale, accountRef]);
    },
    setPlan: async (tx, accountRef, planId) => void (await run(tx, settersOf('plan_id'), [planId, accountRef])),
    setRole: async (tx, accountRef, role) => void (await run(tx, settersOf('role'), [role, accountRef])),
    setSignedIn: async (tx, accountRef, at) => void (await run(tx, settersOf('last_sign_in'), [at, accountRef])),
    async setPassword(tx, accountRef, version, { salt, digest }) {
      const sql = `update accounts.account set salt = ?, digest = ?, kdf = 1, pepper = 1, password_version = ?
        where account_ref = ? and password_version = ?`;
      const changed = await run(tx, sql, [salt, digest, version + 1, accountRef, version]);
      if (changed === 1) await run(tx, 'delete from accounts.reset_key where account_ref = ?', [accountRef]);
      return changed === 1;
    },
    async hold(tx, accountRef, passwordVersion) {
      const sql = 'select from accounts.account where account_ref = ? and password_version = ? for update';
      return (await run(tx, sql, [accountRef, passwordVersion])) === 1;
    },
    async putResetKey(tx, { accountRef, keyHash, passwordVersion, until }) {
      const sql = `insert into accounts.reset_key (account_ref, key_hash, password_version, until) values (?, ?, ?, ?)
        on conflict (account_ref) do update set key_hash = excluded.key_hash,
          password_version = excluded.password_version, until = excluded.until`;
      await run(tx, sql, [accountRef, keyHash, passwordVersion, until]);
    },
    takeResetKey: async (tx, keyHash) =>
      (await run(tx, 'delete from accounts.reset_key where key_hash = ?', [keyHash])) === 1,
    async erase(tx, { accountRef, emailHash: hash }) {
      await run(tx, 'delete from accounts.sign_in_failure where email_hash = ?', [hash]);
      // Everything else of the person hangs on this row.
      await run(tx, 'delete from accounts.account where account_ref = ?', [accountRef]);
    },
  };
}
