import { hkdf, hmac, join, wipe } from '@onceover/service-kit/crypto';
import { makePrivateDirectory } from '@onceover/service-kit/durable-file';
import { NamedError } from '@onceover/service-kit/errors';
import { openLastingKey, readLastingKey } from '@onceover/service-kit/lasting-key';

const ROOT_FILE = 'accounts.key';
const NO_SALT = Buffer.alloc(32);

/** What the service seals and hashes with; all of it is derived from one root. */
export interface AccountKeys {
  /** Wraps the data keys of accounts. */
  readonly wrapping: Buffer;
  /** Seals requests that wait for the worker. */
  readonly requests: Buffer;
  readonly pepper: Buffer;
  /** Seals hashes of passwords that another server made, which know no pepper. */
  readonly foreignPasswords: Buffer;
  /** Tells whether a database was created with these keys; grants nothing. */
  readonly fingerprint: Buffer;
  /** Identifies something without revealing it; `purpose` keeps uses apart. */
  keyedHash(purpose: string, ...subject: readonly string[]): Buffer;
}

/**
 * The root of the keys: derived from the key-encryption key where one is configured, else the file `accounts.key` in the
 * keys directory, created when it is missing and the database has no keys yet.
 *
 * Refuses  KeysMissing: the file is gone
 *          UnsafeKeys: it is damaged
 *
 * @NOTE Whoever loses it loses every password and every address of the database it belongs to.
 */
export async function openAccountKeys(
  keysDir: string,
  kek: string | undefined,
  database: { readonly isBegun: boolean },
): Promise<AccountKeys> {
  const root = kek === undefined ? await rootOfFile(keysDir, database) : derived(kekBytes(kek), 'root');
  try {
    return accountKeysFrom(root);
  } finally {
    wipe(root);
  }
}

export function accountKeysFrom(root: Uint8Array): AccountKeys {
  const names = derived(root, 'names');
  return {
    wrapping: derived(root, 'subject-wrapping'),
    requests: derived(root, 'pending-requests'),
    pepper: derived(root, 'pepper'),
    foreignPasswords: derived(root, 'foreign-passwords'),
    fingerprint: derived(root, 'fingerprint'),
    keyedHash: (purpose, ...subject) => hmac(names, join(purpose, ...subject)),
  };
}

function derived(root: Uint8Array, label: string): Buffer {
  return hkdf(root, NO_SALT, Buffer.from(`onceover/v1/accounts/${label}`));
}

function kekBytes(text: string): Buffer {
  const trimmed = text.trim();
  return Buffer.from(trimmed, /^[0-9a-f]{64}$/i.test(trimmed) ? 'hex' : 'base64');
}

async function rootOfFile(keysDir: string, { isBegun }: { readonly isBegun: boolean }): Promise<Buffer> {
  await makePrivateDirectory(keysDir);
  if (isBegun && (await readLastingKey(keysDir, ROOT_FILE)) === null) throw new KeysMissing();
  return await openLastingKey(keysDir, ROOT_FILE);
}

/** The database was created with keys that are missing. The process must not start: it would create others instead. */
export class KeysMissing extends NamedError {
  constructor() {
    super(
      'The accounts keys are missing, or are not those this database was created with. Start with the keys ' +
        'directory it was created with (ONCEOVER_KEYS_DIR, accounts.key), or with the same ONCEOVER_KEK. If they are lost ' +
        'for good, so are all passwords and addresses: start with an empty database.',
    );
  }
}
