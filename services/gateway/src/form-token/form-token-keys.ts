import { link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { hkdf, randomBase36, randomBytes } from '@onceover/service-kit/crypto';

const FILE = 'form-token.key';
const KEY_BYTES = 32;
const SALT = Buffer.alloc(KEY_BYTES);

/** The keys of form tokens, anonymous sessions and captcha challenges; the same in all processes that share the keys directory. */
export interface FormTokenKeys {
  readonly token: Uint8Array;
  readonly anonymousSession: Uint8Array;
  /** Signs captcha challenges. */
  readonly captcha: Uint8Array;
}

/**
 * Reads the form-token key from the keys directory, or creates it if there is none.
 *
 * A new key is written to a file of its own and then linked into place, so two processes that start together end up with
 * the same complete key. A file of the wrong length is an error: a damaged key must not silently be replaced.
 */
export async function loadFormTokenKeys(directory: string): Promise<FormTokenKeys> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const path = joinPath(directory, FILE);
  const root = (await readIfThere(path)) ?? (await create(directory, path));
  if (root.length !== KEY_BYTES)
    throw new Error(`${path} is damaged: it has ${root.length} bytes instead of ${KEY_BYTES}`);
  return formTokenKeysFrom(root);
}

/** Derives the keys from one root. */
export function formTokenKeysFrom(root: Uint8Array): FormTokenKeys {
  return {
    token: hkdf(root, SALT, Buffer.from('onceover/v1/form-token')),
    anonymousSession: hkdf(root, SALT, Buffer.from('onceover/v1/anonymous-session')),
    captcha: hkdf(root, SALT, Buffer.from('onceover/v1/captcha')),
  };
}

async function create(directory: string, path: string): Promise<Buffer> {
  const aside = joinPath(directory, `.${FILE}.${randomBase36(12)}`);
  const file = await open(aside, 'wx', 0o600);
  try {
    await file.writeFile(randomBytes(KEY_BYTES));
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    await link(aside, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(aside);
  }
  return await readFile(path);
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
