import { join as joinPath } from 'node:path';
import { hkdf, randomBytes, wipe } from './crypto.ts';
import { createDurably, makePrivateDirectory, readIfPresent } from './durable-file.ts';
import { UnsafeKeys } from './keys-directory.ts';

const KEY_BYTES = 32;
const NO_SALT = Buffer.alloc(KEY_BYTES);

/** Where lasting keys are. */
export interface LastingKeySource {
  /** What to call it in a message to the operator, such as `the keys directory /keys`. */
  readonly name: string;
  /** Null where there is none. */
  read(file: string): Promise<Buffer | null>;
  /** Makes it where there is none. */
  open(file: string): Promise<Buffer>;
}

export const lastingKeysIn = (keysDir: string): LastingKeySource => ({
  name: `the keys directory ${keysDir}`,
  read: (file) => readLastingKey(keysDir, file),
  open: (file) => openLastingKey(keysDir, file),
});

/**
 * The key of 32 bytes in a file that a first start makes and nothing ever replaces. Processes that start together end up with
 * one key. Whether it is the one that the database was made with is checked at start, by `checkLastingKeys`; name the type of
 * the files that are checked, so that it is one of them.
 *
 * Refuses  UnsafeKeys: the file is damaged; it is never replaced
 */
export async function openLastingKey<File extends string>(keysDir: string, file: File): Promise<Buffer> {
  return (await readLastingKey(keysDir, file)) ?? (await createLastingKey(keysDir, file));
}

/** Null when there is none. Refuses  UnsafeKeys: the file is damaged */
export async function readLastingKey(keysDir: string, file: string): Promise<Buffer | null> {
  const path = joinPath(keysDir, file);
  const key = await readIfPresent(path);
  if (key !== null && key.length !== KEY_BYTES) {
    throw new UnsafeKeys(
      `The key file ${path} is damaged: it has ${key.length} bytes instead of ${KEY_BYTES}. Put it back from your copy of the keys.`,
    );
  }
  return key;
}

/** Tells this key from another; grants nothing. */
export function fingerprintOf(key: Uint8Array, file: string): Buffer {
  return hkdf(key, NO_SALT, Buffer.from(`onceover/v1/fingerprint/${file}`));
}

async function createLastingKey(keysDir: string, file: string): Promise<Buffer> {
  await makePrivateDirectory(keysDir);
  const made = randomBytes(KEY_BYTES);
  if (await createDurably(joinPath(keysDir, file), made, 0o400)) return made;
  wipe(made);
  const theirs = await readLastingKey(keysDir, file);
  if (theirs === null) throw new UnsafeKeys(`The key file ${joinPath(keysDir, file)} disappeared while being read.`);
  return theirs;
}
