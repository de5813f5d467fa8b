import { queryRow } from '@onceover/postgres-kit/database-failure';
import type pg from 'pg';
import type { SubjectCipher } from '../crypto/subject-cipher.ts';

const keyStatement = {
  name: 'subject key',
  text: 'select wrapped_key from accounts.subject_pii where account_ref = $1',
};

export type SubjectVault = ReturnType<typeof createSubjectVault>;

/** Seals what must become unreadable, wherever it was copied to, when the account is erased. */
export function createSubjectVault(pool: pg.Pool, cipher: SubjectCipher) {
  const keyOf = async (accountRef: string) =>
    (await queryRow<{ wrapped_key: Buffer }>(pool, keyStatement, [accountRef]))?.wrapped_key ?? null;
  return {
    /** Throws for an account that is gone: there is no key to seal with. */
    async sealForAccount(accountRef: string, text: string): Promise<string> {
      const key = await keyOf(accountRef);
      if (key === null) throw new Error('the account is gone');
      return cipher.sealText(accountRef, key, text);
    },
    /** `[erased]` once the account is gone. */
    async unsealForAccount(accountRef: string, sealed: string): Promise<string> {
      const key = await keyOf(accountRef);
      const text = key === null ? null : cipher.openText(accountRef, key, sealed);
      return text ?? '[erased]';
    },
  };
}
