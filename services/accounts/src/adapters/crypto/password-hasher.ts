import { isEqual, randomBytes, wipe } from '@onceover/service-kit/crypto';
import type { PasswordHashing } from '@onceover/service-kit/password-hashing';
import { dictionary } from '@zxcvbn-ts/language-common';
import { maxPasswordBytes } from '../../domain/account/password-rules.ts';
import type { PasswordHasher, StoredPassword } from '../../use-cases/account/password-hasher.ts';
import type { AccountKeys } from './account-keys.ts';

const SALT_BYTES = 16;
const DIGEST_BYTES = 32;

/**
 * Hashes passwords with argon2id, a salt each and a pepper that is not in the database.
 *
 * Refuses  `OutageError('argon2')` when too many wait
 * Source   security 3.7, 5.3
 */
export function createPasswordHasher(
  { pepper }: Pick<AccountKeys, 'pepper'>,
  hashing: PasswordHashing,
): PasswordHasher {
  // What a password is checked against when there is no account: the work is the same for every address.
  const nobodys: StoredPassword = { salt: randomBytes(SALT_BYTES), digest: randomBytes(DIGEST_BYTES) };
  const digestOf = (password: string, salt: Buffer) => hashing.withPlace((hash) => hash({ password, salt, pepper }));
  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES);
      return { salt, digest: await digestOf(password, salt) };
    },
    async verify(password, stored) {
      const isPossible = stored !== null && Buffer.byteLength(password.normalize('NFKC')) <= maxPasswordBytes;
      const { salt, digest } = isPossible ? stored : nobodys;
      const actual = await digestOf(isPossible ? password : '', salt);
      const isRight = isEqual(actual, digest);
      wipe(actual);
      return isRight && isPossible;
    },
  };
}

let common: ReadonlySet<string> | undefined;

/** Whether a lower-case password is one of the fifty thousand that are guessed first. The list is in the program. */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(dictionary['passwords-common'].map(String));
  return common.has(password);
}
