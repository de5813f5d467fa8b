import { readdir } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { hkdf, join, randomBytes } from '@onceover/service-kit/crypto';
import { createDurably, destroyFile, makePrivateDirectory, readIfPresent } from '@onceover/service-kit/durable-file';
import { refuseForeignKeys } from '@onceover/service-kit/keys-directory';

const KEY_BYTES = 32;
const KEY_FILE = /^([0-9a-f-]{36})\.key$/;
const NO_SALT = Buffer.alloc(32);

/** Keys that wrap the private parts of sealing keys, one for each. The caller wipes what it gets. */
export interface WrappingKeys {
  make(keyId: string): Promise<Buffer>;
  /** Null when it was destroyed, or belongs to another keys directory. */
  read(keyId: string): Promise<Buffer | null>;
  /**
   * Destroys all but these. Under the lock of the sealing keys only. Throws `WrongKeysDirectory` where the directory is
   * not the database's that names them.
   */
  keepOnly(keyIds: ReadonlySet<string>, databaseIds: ReadonlySet<string>): Promise<void>;
}

/**
 * A file each in `<keysDir>/mail/`: what is destroyed there opens in no backup of the database. Several processes may
 * share the directory.
 */
export async function openWrappingKeyFiles(keysDir: string): Promise<WrappingKeys> {
  const directory = joinPath(keysDir, 'mail');
  await makePrivateDirectory(directory);
  const pathOf = (keyId: string) => joinPath(directory, `${keyId}.key`);
  return {
    async make(keyId) {
      const key = randomBytes(KEY_BYTES);
      if (!(await createDurably(pathOf(keyId), key, 0o600))) throw new TypeError('the key id is taken');
      return key;
    },
    read: (keyId) => readIfPresent(pathOf(keyId)),
    async keepOnly(keyIds, databaseIds) {
      await refuseForeignKeys(keysDir, databaseIds);
      for (const name of await readdir(directory)) {
        const keyId = KEY_FILE.exec(name)?.[1];
        if (keyId === undefined || !keyIds.has(keyId)) await destroyFile(joinPath(directory, name));
      }
    },
  };
}

/** Derived from the key-encryption key that the settings give: 64 hexadecimal digits or base64. Nothing is on disk. */
export function deriveWrappingKeys(kek: string): WrappingKeys {
  const key = parseKek(kek);
  const derive = async (keyId: string) => hkdf(key, NO_SALT, join('onceover/v1/mail-key', keyId));
  return { make: derive, read: derive, keepOnly: async () => undefined };
}

function parseKek(text: string): Buffer {
  const trimmed = text.trim();
  const key = /^[0-9a-fA-F]{64}$/.test(trimmed) ? Buffer.from(trimmed, 'hex') : Buffer.from(trimmed, 'base64');
  if (key.length !== KEY_BYTES) throw new Error(`ONCEOVER_KEK must hold a key of exactly ${KEY_BYTES} bytes.`);
  return key;
}
