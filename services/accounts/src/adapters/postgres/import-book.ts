import { queryOn } from '@onceover/event-store';
import { idFrom } from '@onceover/service-kit/ids';
import type { ImportBook } from '../../use-cases/import/import-ports.ts';
import type { AccountKeys } from '../crypto/account-keys.ts';
import type { SubjectCipher } from '../crypto/subject-cipher.ts';
import { domainRows } from './domain-book.ts';

const insertAccount = `insert into accounts.account
    (account_ref, email_hash, plan_id, role, locale, mail_locale, is_verified, salt, digest, foreign_password, created)
  values ($1, $2, $3, $4, $5, $6, true, $7, $8, $9, $10)`;
const insertSubject = 'insert into accounts.subject_pii (account_ref, wrapped_key, email) values ($1, $2, $3)';
const insertDomain = 'select accounts.write_domain($1)';

/** References of imported accounts are derived in this namespace from a keyed hash of the address. */
const NAMESPACE = '6d0f1a43-98ce-5d52-8f3b-51e0a7c2b914';

export function createImportBook(
  { keyedHash }: Pick<AccountKeys, 'keyedHash'>,
  cipher: Pick<SubjectCipher, 'sealSubject' | 'sealText'>,
): ImportBook {
  return {
    refOf: (email) => idFrom(NAMESPACE, keyedHash('import', email).toString('hex')),
    sealSubject: (accountRef, email) => cipher.sealSubject(accountRef, email),
    sealText: (accountRef, { wrappedKey }, text) => cipher.sealText(accountRef, wrappedKey, text),
    async addAccount(tx, { accountRef, email, planId, role, locale, mailLocale, password, createdAt, sealed }) {
      const { salt, digest, foreign } = password;
      const named = [accountRef, keyedHash('email', email), planId, role, locale, mailLocale];
      await queryOn(tx, insertAccount, [...named, salt, digest, foreign, createdAt]);
      await queryOn(tx, insertSubject, [accountRef, sealed.wrappedKey, sealed.email]);
    },
    async addDomain(tx, domain) {
      await queryOn(tx, insertDomain, [JSON.stringify([domainRows.added(domain).row])]);
    },
    isTokenTaken: (error) =>
      error instanceof Error && 'constraint' in error && error.constraint === 'api_token_token_hash_key',
  };
}
