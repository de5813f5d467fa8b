import { isEqual, open, randomBytes, seal, wipe } from '@onceover/service-kit/crypto';
import { foreignHashKind, isForeignPassword } from '@onceover/service-kit/foreign-password';
import type { PasswordHashing } from '@onceover/service-kit/password-hashing';
import { dictionary } from '@zxcvbn-ts/language-common';
import { maxPasswordBytes } from '../../domain/account/password-rules.ts';
import type { AccountPassword, PasswordHasher, StoredPassword } from '../../use-cases/account/password-hasher.ts';
import type { AccountKeys } from './account-keys.ts';

const SALT_BYTES = 16;
const DIGEST_BYTES = 32;
const FOREIGN = Buffer.from('onceover/v1/foreign-password');
/** Longer than a check of a foreign hash takes, and short for somebody who mistyped. */
const REFUSAL_MS = 1_000;

/**
 * Hashes passwords with argon2id, a salt each and a pepper that is not in the database.
 *
 * @NOTE A foreign hash takes longer to check than ours. So while there is any, every refusal takes a second, whoever it is
 *       for: else its time would tell which addresses have been imported and not signed in since.
 *
 * Refuses  `OutageError('argon2')` when too many wait
 * Source   security 3.7, 5.3; dialects 8
 */
export function createPasswordHasher(
  { pepper, foreignPasswords }: Pick<AccountKeys, 'pepper' | 'foreignPasswords'>,
  hashing: PasswordHashing,
  isAnyForeign: () => Promise<boolean>,
): PasswordHasher {
  /** Fits no password. */
  const none = (): AccountPassword => ({
    salt: randomBytes(SALT_BYTES),
    digest: randomBytes(DIGEST_BYTES),
    foreign: null,
  });
  // What a password is checked against when there is no account: the work is the same for every address.
  const nobodys = none();
  const digestOf = (password: string, salt: Buffer) => hashing.withPlace((hash) => hash({ password, salt, pepper }));

  async function isOurs(password: string, { salt, digest }: AccountPassword): Promise<boolean> {
    const actual = await digestOf(password, salt);
    const isRight = isEqual(actual, digest);
    wipe(actual);
    return isRight;
  }
  const isForeign = (password: string, sealed: Buffer): Promise<boolean> =>
    hashing.withPlace(() =>
      isForeignPassword(asTakenThere(password), open(foreignPasswords, sealed, FOREIGN).toString('utf8')),
    );

  async function hash(password: string): Promise<StoredPassword> {
    const salt = randomBytes(SALT_BYTES);
    return { salt, digest: await digestOf(password, salt) };
  }

  return {
    hash,
    // Not cut: whoever has a longer password types all of it the next time, too.
    rehash: (password) => hash(trimmedAsThere(password)),
    async verify(password, stored) {
      const refusal = (await isAnyForeign()) ? Promise.withResolvers<void>() : null;
      const timer = refusal === null ? undefined : setTimeout(refusal.resolve, REFUSAL_MS);
      const isPossible = stored !== null && Buffer.byteLength(password.normalize('NFKC')) <= maxPasswordBytes;
      const { foreign } = isPossible ? stored : nobodys;
      const typed = isPossible ? password : '';
      const isRight =
        foreign === null ? await isOurs(typed, isPossible ? stored : nobodys) : await isForeign(typed, foreign);
      if (isRight && isPossible) {
        clearTimeout(timer);
        return true;
      }
      await refusal?.promise;
      return false;
    },
    keepForeign(hash) {
      if (hash === null || foreignHashKind(hash) === null) return none();
      return { ...none(), foreign: seal(foreignPasswords, Buffer.from(hash, 'utf8'), FOREIGN) };
    },
  };
}

const charactersThere = 128;

/** As Onetime Secret takes a password: without the spaces of ASCII around it, and no more than 128 characters. */
function asTakenThere(password: string): string {
  return [...trimmedAsThere(password)].slice(0, charactersThere).join('');
}

function trimmedAsThere(password: string): string {
  return password.replace(/^[\t\n\v\f\r ]+|[\t\n\v\f\r ]+$/g, '');
}

let common: ReadonlySet<string> | undefined;

/** Whether a lower-case password is one of the fifty thousand that are guessed first. The list is in the program. */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(dictionary['passwords-common'].map(String));
  return common.has(password);
}
