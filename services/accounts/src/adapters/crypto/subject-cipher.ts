import { AuthenticationFailed, join, open, randomBytes, seal, wipe } from '@onceover/service-kit/crypto';
import type { SealedSubject } from '../../use-cases/account/account-book.ts';
import type { AccountKeys } from './account-keys.ts';

/** Whose token it is: what is sealed of one opens for no other. */
interface TokenOwner {
  readonly accountRef: string;
  readonly tokenId: string;
}

export type SubjectCipher = ReturnType<typeof createSubjectCipher>;

const KEY_BYTES = 32;

/** Personal data under a key per account, which is stored wrapped beside it and deleted with it. Source: events 6.3 */
export function createSubjectCipher({ wrapping }: Pick<AccountKeys, 'wrapping'>) {
  const keyContext = (accountRef: string) => join('onceover/v1/subject-key', accountRef);
  const emailContext = (accountRef: string) => join('onceover/v1/subject-email', accountRef);
  const textContext = (accountRef: string) => join('onceover/v1/subject-text', accountRef);
  const networksContext = (accountRef: string, tokenId: string) =>
    join('onceover/v1/subject-token-networks', accountRef, tokenId);

  function withKey<R>(accountRef: string, wrappedKey: Buffer, use: (key: Buffer) => R): R {
    const key = open(wrapping, wrappedKey, keyContext(accountRef));
    try {
      return use(key);
    } finally {
      wipe(key);
    }
  }

  return {
    sealSubject(accountRef: string, email: string): SealedSubject {
      const key = randomBytes(KEY_BYTES);
      const wrappedKey = seal(wrapping, key, keyContext(accountRef));
      const sealedEmail = seal(key, Buffer.from(email, 'utf8'), emailContext(accountRef));
      wipe(key);
      return { wrappedKey, email: sealedEmail };
    },
    openEmail: (accountRef: string, { wrappedKey, email }: SealedSubject): string =>
      withKey(accountRef, wrappedKey, (key) => open(key, email, emailContext(accountRef)).toString('utf8')),
    sealText: (accountRef: string, wrappedKey: Buffer, text: string): string =>
      withKey(accountRef, wrappedKey, (key) =>
        seal(key, Buffer.from(text, 'utf8'), textContext(accountRef)).toString('base64url'),
      ),
    /** Null when the key is a different one. */
    openText: (accountRef: string, wrappedKey: Buffer, sealed: string): string | null =>
      ifAuthentic(() =>
        withKey(accountRef, wrappedKey, (key) =>
          open(key, Buffer.from(sealed, 'base64url'), textContext(accountRef)).toString('utf8'),
        ),
      ),
    sealNetworks: ({ accountRef, tokenId }: TokenOwner, wrappedKey: Buffer, networks: readonly string[]): Buffer =>
      withKey(accountRef, wrappedKey, (key) =>
        seal(key, Buffer.from(networks.join(' ')), networksContext(accountRef, tokenId)),
      ),
    /** None when they were sealed for another token or under another key. */
    openNetworks: ({ accountRef, tokenId }: TokenOwner, wrappedKey: Buffer, sealed: Buffer): readonly string[] =>
      ifAuthentic(() =>
        withKey(accountRef, wrappedKey, (key) =>
          open(key, sealed, networksContext(accountRef, tokenId)).toString('utf8').split(' '),
        ),
      ) ?? [],
  };
}

function ifAuthentic<R>(opened: () => R): R | null {
  try {
    return opened();
  } catch (error) {
    if (error instanceof AuthenticationFailed) return null;
    throw error;
  }
}
