import { readdir } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { randomBytes, wipe } from '@onceover/service-kit/crypto';
import {
  createDurably,
  destroyFile,
  isTemporaryName,
  makeDurable,
  makePrivateDirectory,
  readIfPresent,
} from '@onceover/service-kit/durable-file';
import { refuseForeignKeys, refuseUnsafeKeysDirectory, UnsafeKeys } from '@onceover/service-kit/keys-directory';
import type { KnownKeys } from '../key-store.ts';

const KEY_BYTES = 32;
const EPOCH_FILE = /^([0-9a-z]{26})\.key$/;
const KEK_FILE = /^([1-9]\d{0,8})\.key$/;

/**
 * The keys directory:
 *
 *   kek/<version>.key      key-encryption keys, 0400; an operator adds the next, and the service destroys the old one
 *   root.key               root of the pepper, 0400
 *   epoch/<key id>.key     erasable epoch keys, 0600 in a 0700 directory; never in a backup
 *
 * Each file holds 32 random bytes. Several processes may share the directory. Readers get copies that they wipe, or null
 * where there is none.
 */
export type KeyFiles = Awaited<ReturnType<typeof openKeyFiles>>;

export interface KeyFilesOptions {
  readonly keysDir: string;
  /** Where the database keeps its files, if it is ours: the keys must not lie in it. */
  readonly dataDir?: string | null;
  /** A key-encryption key from the settings, in place of the files of `kek/`. */
  readonly givenKek?: string | null;
}

/**
 * Opens the directory, making what is missing of it.
 *
 * Refuses  `UnsafeKeys` for a place that is copied with the data, or a weak key
 */
export async function openKeyFiles(options: KeyFilesOptions) {
  const { keysDir, dataDir = null, givenKek = null } = options;
  await refuseUnsafeKeysDirectory(keysDir, dataDir);
  const kekDir = joinPath(keysDir, 'kek');
  const epochDir = joinPath(keysDir, 'epoch');
  await makePrivateDirectory(kekDir);
  await makePrivateDirectory(epochDir);
  const rootPath = joinPath(keysDir, 'root.key');
  const epochPath = (keyId: string): string => joinPath(epochDir, `${keyId}.key`);

  return {
    ...(givenKek === null ? keksIn(kekDir) : oneKek(givenKek)),
    readRoot: () => readKey(rootPath),
    createRoot: () => createOrReadKey(rootPath, 0o400),
    readEpochKey: (keyId: string) => readKey(epochPath(keyId)),
    /** Under the rotator lock only. */
    createEpochKey: (keyId: string) => createOrReadKey(epochPath(keyId), 0o600),
    /** Under the rotator lock only. Overwrites, unlinks, syncs. */
    destroyEpochKey: (keyId: string, beforeUnlink: () => void | Promise<void>) =>
      destroyFile(epochPath(keyId), beforeUnlink),
    async listEpochKeys(): Promise<string[]> {
      return (await readdir(epochDir)).flatMap((name) => EPOCH_FILE.exec(name)?.[1] ?? []);
    },
    /**
     * Under the rotator lock only. Destroys epoch keys the database does not name, and half-made ones. Throws
     * `WrongKeysDirectory` where the directory is not this database's.
     */
    async destroyOrphans({ databaseIds, keyIds }: KnownKeys): Promise<number> {
      await refuseForeignKeys(keysDir, databaseIds);
      const orphans = (await readdir(epochDir)).filter((name) => {
        const keyId = EPOCH_FILE.exec(name)?.[1];
        return isTemporaryName(name) || (keyId !== undefined && !keyIds.has(keyId));
      });
      for (const name of orphans) await destroyFile(joinPath(epochDir, name));
      return orphans.length;
    },
  };
}

/** Key-encryption keys as files of their own. */
function keksIn(directory: string) {
  const pathOf = (version: number): string => joinPath(directory, `${version}.key`);
  return {
    /** What to call their place in a message to the operator. */
    kekPlace: 'the keys directory',
    fixedKek: null,
    readKek: (version: number) => readKey(pathOf(version)),
    /** Creates the key, or reads the one that is there. */
    createKek: (version: number) => createOrReadKey(pathOf(version), 0o400),
    /** The newest version there is; 0 where there can be only one, or none. */
    async newestKek(): Promise<number> {
      return Math.max(0, ...(await readdir(directory)).map((name) => Number(KEK_FILE.exec(name)?.[1] ?? 0)));
    },
    /** Makes a key that an operator put there durable and private, before anything depends on it. */
    secureKek: (version: number) => makeDurable(pathOf(version), 0o400),
    /** Under the rotator lock only. Overwrites, unlinks, syncs. */
    destroyKek: (version: number) => destroyFile(pathOf(version)),
  };
}

/**
 * A given key stands for every version; its key check tells whether it is the right one. It cannot be replaced, because
 * other services derive their keys from it too.
 */
function oneKek(given: string): Omit<ReturnType<typeof keksIn>, 'fixedKek'> & { readonly fixedKek: string } {
  const readKek = async () => parseKey(given, 'ONCEOVER_KEK');
  parseKey(given, 'ONCEOVER_KEK').fill(0); // refuse a weak one at start
  return {
    kekPlace: 'ONCEOVER_KEK',
    fixedKek: 'ONCEOVER_KEK',
    readKek,
    createKek: readKek,
    newestKek: async () => 0,
    secureKek: async () => undefined,
    destroyKek: async () => undefined,
  };
}

async function readKey(path: string): Promise<Buffer | null> {
  const key = await readIfPresent(path);
  if (key !== null) refuseWeakKey(key, path);
  return key;
}

async function createOrReadKey(path: string, mode: number): Promise<Buffer> {
  const created = randomBytes(KEY_BYTES);
  if (await createDurably(path, created, mode)) return created;
  wipe(created);
  const theirs = await readKey(path);
  if (theirs === null) throw new UnsafeKeys(`The key file ${path} disappeared while being read.`);
  return theirs;
}

/** Reads a key of 32 bytes from a setting: 64 hexadecimal digits or base64. Throws `UnsafeKeys`, never with the value. */
export function parseKey(text: string, name: string): Buffer {
  const trimmed = text.trim();
  const key = /^[0-9a-fA-F]{64}$/.test(trimmed) ? Buffer.from(trimmed, 'hex') : Buffer.from(trimmed, 'base64');
  refuseWeakKey(key, name);
  return key;
}

function refuseWeakKey(key: Buffer, name: string): void {
  if (key.length !== KEY_BYTES) throw new UnsafeKeys(`${name} must hold a key of exactly ${KEY_BYTES} bytes.`);
  // Random bytes have about 30 different values; `changeme` in a loop and zeros have few.
  if (new Set(key).size < 16) throw new UnsafeKeys(`${name} does not look random; make one with: openssl rand -hex 32`);
}
