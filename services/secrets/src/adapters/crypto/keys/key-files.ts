import { readdir } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { type RandomBytes, randomBytes, wipe } from '@onceover/service-kit/crypto';
import {
  createDurably,
  destroyFile,
  isTemporaryName,
  makeDurable,
  makePrivateDirectory,
  readIfPresent,
} from '@onceover/service-kit/durable-file';
import { refuseForeignKeys, refuseUnsafeKeysDirectory, UnsafeKeys } from '@onceover/service-kit/keys-directory';

const KEY_BYTES = 32;
const EPOCH_FILE = /^([0-9a-z]{26})\.key$/;
const KEK_FILE = /^([1-9]\d{0,8})\.key$/;

/** The epoch keys that a database names. */
export interface KnownKeys {
  /** Null for a database that has claimed no keys directory. */
  readonly databaseId: string | null;
  readonly keyIds: ReadonlySet<string>;
}

export interface KeyFilesOptions {
  readonly keysDir: string;
  /** Where the database keeps its files, if it is ours; the keys must not lie in it. */
  readonly dataDir?: string | null;
  readonly random?: RandomBytes;
}

/**
 * The keys directory:
 *
 *   kek/<version>.key      key-encryption keys, 0400; an operator adds the next, and the service destroys the old one
 *   root.key               root of the pepper, 0400
 *   epoch/<key id>.key     erasable epoch keys, 0600 in a 0700 directory; never in a backup
 *
 * Each file holds 32 random bytes. Several processes may share the directory.
 */
export interface KeyFiles {
  readKek(version: number): Promise<Buffer | null>;
  /** Creates the key, or reads the one that somebody created first. */
  createKek(version: number): Promise<Buffer>;
  /** Makes a key that an operator put there durable and private. */
  secureKek(version: number): Promise<void>;
  /** Under the rotator lock only. Overwrites, unlinks, syncs. */
  destroyKek(version: number): Promise<void>;
  /** The versions there are. */
  listKeks(): Promise<readonly number[]>;
  readRoot(): Promise<Buffer | null>;
  createRoot(): Promise<Buffer>;
  readEpochKey(keyId: string): Promise<Buffer | null>;
  /** Under the rotator lock only. */
  createEpochKey(keyId: string): Promise<Buffer>;
  /** Under the rotator lock only. Overwrites, unlinks, syncs. */
  destroyEpochKey(keyId: string, beforeUnlink?: () => void | Promise<void>): Promise<void>;
  /** The ids of all epoch keys on disk. */
  listEpochKeys(): Promise<readonly string[]>;
  /**
   * Under the rotator lock only. Destroys epoch keys the database does not name, and half-made ones. Throws
   * `WrongKeysDirectory` where the directory is not this database's.
   */
  destroyOrphans(known: KnownKeys): Promise<number>;
}

/** Opens the directory, making what is missing of it. Throws `UnsafeKeys` for a place that is copied with the data. */
export async function openKeyFiles(options: KeyFilesOptions): Promise<KeyFiles> {
  const { keysDir, dataDir = null, random = randomBytes } = options;
  await refuseUnsafeKeysDirectory(keysDir, dataDir);
  const kekDir = joinPath(keysDir, 'kek');
  const epochDir = joinPath(keysDir, 'epoch');
  await makePrivateDirectory(kekDir);
  await makePrivateDirectory(epochDir);
  const kekPath = (version: number): string => joinPath(kekDir, `${version}.key`);
  const rootPath = joinPath(keysDir, 'root.key');
  const epochPath = (keyId: string): string => joinPath(epochDir, `${keyId}.key`);

  return {
    readKek: (version) => readKey(kekPath(version)),
    createKek: (version) => createOrReadKey(kekPath(version), 0o400, random),
    secureKek: (version) => makeDurable(kekPath(version), 0o400),
    destroyKek: (version) => destroyFile(kekPath(version)),
    async listKeks() {
      return (await readdir(kekDir)).flatMap((name) => {
        const version = KEK_FILE.exec(name)?.[1];
        return version === undefined ? [] : [Number(version)];
      });
    },
    readRoot: () => readKey(rootPath),
    createRoot: () => createOrReadKey(rootPath, 0o400, random),
    readEpochKey: (keyId) => readKey(epochPath(keyId)),
    createEpochKey: (keyId) => createOrReadKey(epochPath(keyId), 0o600, random),
    destroyEpochKey: (keyId, beforeUnlink) => destroyFile(epochPath(keyId), beforeUnlink),
    async listEpochKeys() {
      return (await readdir(epochDir)).flatMap((name) => EPOCH_FILE.exec(name)?.[1] ?? []);
    },
    async destroyOrphans({ databaseId, keyIds }) {
      await refuseForeignKeys(keysDir, databaseId);
      const orphans = (await readdir(epochDir)).filter((name) => {
        const keyId = EPOCH_FILE.exec(name)?.[1];
        return isTemporaryName(name) || (keyId !== undefined && !keyIds.has(keyId));
      });
      for (const name of orphans) await destroyFile(joinPath(epochDir, name));
      return orphans.length;
    },
  };
}

async function readKey(path: string): Promise<Buffer | null> {
  const key = await readIfPresent(path);
  if (key !== null) refuseWeakKey(key, path);
  return key;
}

async function createOrReadKey(path: string, mode: number, random: RandomBytes): Promise<Buffer> {
  const created = random(KEY_BYTES);
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

/** Where key-encryption keys come from. */
export interface KeySource {
  /** A fresh copy that the caller wipes, or null when there is none of this version. */
  kek(version: number): Promise<Buffer | null>;
  /** The newest version there is; 0 where there can be only one, or none. */
  newest(): Promise<number>;
  /** Makes a version durable and private, before anything depends on it. */
  secure(version: number): Promise<void>;
  /** Overwrites a version and lets go of it. */
  destroy(version: number): Promise<void>;
  /** What to call it in a message to the operator. */
  readonly name: string;
}

/**
 * The key given by the settings if there is one, else the files in the keys directory.
 * A given key stands for every version; its key check tells whether it is the right one. It cannot be replaced, because
 * other services derive their keys from it too.
 */
export function createKeySource(files: KeyFiles, given: string | null): KeySource {
  if (given === null) {
    return {
      kek: (version) => files.readKek(version),
      newest: async () => Math.max(0, ...(await files.listKeks())),
      secure: (version) => files.secureKek(version),
      destroy: (version) => files.destroyKek(version),
      name: 'the keys directory',
    };
  }
  parseKey(given, 'ONCEOVER_KEK').fill(0); // refuse a weak one at start
  return {
    kek: async () => parseKey(given, 'ONCEOVER_KEK'),
    newest: async () => 0,
    secure: async () => undefined,
    destroy: async () => undefined,
    name: 'ONCEOVER_KEK',
  };
}
