import { chmod, link, open, readFile, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join as joinPath } from 'node:path';
import { makeDirectory } from '@onceover/server-process';
import { randomBase36, randomBytes } from './crypto.ts';
import { codeOf, NamedError } from './errors.ts';

const TEMPORARY_PREFIX = '.new-';

/** A directory that cannot be made. The message says why, to the person who chose it. */
export class DirectoryNotMade extends NamedError {}

/**
 * Makes a directory only its owner can enter, with what is missing above it; one that others can enter is closed.
 *
 * Throws  `DirectoryNotMade`
 */
export async function makePrivateDirectory(path: string): Promise<void> {
  makeDirectory(path, 0o700, (problem, options) => {
    return new DirectoryNotMade(`The directory ${path} ${problem}. Choose another one.`, options);
  });
  const { mode } = await stat(path);
  if ((mode & 0o077) !== 0 && process.platform !== 'win32') await chmod(path, 0o700);
}

/**
 * Creates a file that survives a power cut from the moment this returns, and never replaces one that is there.
 *
 * Returns false when the name is taken: somebody else was first, read theirs.
 */
export async function createDurably(path: string, content: Uint8Array, mode: number): Promise<boolean> {
  const temporary = await writeBeside(path, content, mode);
  const isFirst = await linkUnlessTaken(temporary, path);
  if (isFirst) await unlink(temporary);
  else await destroyFile(temporary);
  await syncDirectory(dirname(path));
  return isFirst;
}

/** Writes a file, or another content in its place, that survives a power cut from the moment this returns. */
export async function replaceDurably(path: string, content: Uint8Array, mode: number): Promise<void> {
  await rename(await writeBeside(path, content, mode), path);
  await syncDirectory(dirname(path));
}

/** Gives a file that somebody else wrote its mode, and makes it survive a power cut. */
export async function makeDurable(path: string, mode: number): Promise<void> {
  await chmod(path, 0o600);
  await using file = await open(path, 'r+');
  await file.sync();
  await file.chmod(mode);
  await syncDirectory(dirname(path));
}

export async function readIfPresent(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Overwrites, unlinks and makes both durable. A file that is gone already is fine: a rotator before us got that far.
 * `beforeUnlink` is where a test stops.
 */
export async function destroyFile(path: string, beforeUnlink?: () => void | Promise<void>): Promise<void> {
  try {
    await chmod(path, 0o600); // key files are read-only
    await overwrite(path);
    await beforeUnlink?.();
    await unlink(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  await syncDirectory(dirname(path));
}

async function overwrite(path: string): Promise<void> {
  await using file = await open(path, 'r+');
  const { size } = await file.stat();
  await file.write(randomBytes(size), 0, size, 0);
  await file.sync();
}

/** True for what a crash between two steps of `createDurably` leaves behind. */
export function isTemporaryName(name: string): boolean {
  return name.startsWith(TEMPORARY_PREFIX);
}

/** A complete file beside the one that is meant; its name. */
async function writeBeside(path: string, content: Uint8Array, mode: number): Promise<string> {
  const temporary = joinPath(dirname(path), `${TEMPORARY_PREFIX}${randomBase36(16)}`);
  await using file = await open(temporary, 'wx', 0o600);
  await file.writeFile(content);
  await file.chmod(mode);
  await file.sync();
  return temporary;
}

// A link refuses a taken name, where a rename would replace it.
async function linkUnlessTaken(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

async function syncDirectory(path: string): Promise<void> {
  // Windows cannot open a directory; its file system journals names itself.
  if (process.platform === 'win32') return;
  await using directory = await open(path, 'r');
  await directory.sync();
}
