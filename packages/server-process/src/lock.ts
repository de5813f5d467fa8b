import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { birthOf, isRunning } from './process-facts.ts';

/** Makes the error of whoever asked, with a message for the person who started the program. */
export type LockFailure = (
  problem: 'already-running' | 'data-directory-not-writable',
  message: string,
  options?: { cause?: unknown },
) => Error;

interface Owner {
  readonly pid: number;
  readonly birth?: string | undefined;
}

/**
 * One program per data directory: a file that names the process that holds it.
 *
 * A file left by a process that is gone (killed, or from before a reboot) is taken over; while it lives, a start fails.
 * Returns what unlocks it.
 */
export function lockDirectory(lockFile: string, failure: LockFailure): () => void {
  const mine = JSON.stringify({ pid: process.pid, birth: birthOf(process.pid) } satisfies Owner);
  for (let attempt = 0; attempt < 5; attempt += 1) {
    try {
      writeFileSync(lockFile, mine, { flag: 'wx', mode: 0o600 });
      return () => {
        if (readIfThere(lockFile) === mine) rmSync(lockFile, { force: true });
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw notLockable(lockFile, error, failure);
    }
    removeIfAbandoned(lockFile, failure);
  }
  throw failure('already-running', `Other programs are starting on the same data directory (${lockFile}). Try again.`);
}

function removeIfAbandoned(lockFile: string, failure: LockFailure): void {
  const found = readIfThere(lockFile);
  if (found === undefined) return;
  const owner = parseOwner(found);
  if (owner !== undefined && isStillThere(owner)) {
    throw failure(
      'already-running',
      `The data directory is in use by process ${owner.pid} (${lockFile}). Stop that process first, or choose another data directory.`,
    );
  }
  // Moved before it is removed: if two programs find the same file abandoned, only one of them can move it,
  // and one that has moved a file written in between puts it back.
  const aside = `${lockFile}.${process.pid}-${process.hrtime.bigint()}`;
  try {
    renameSync(lockFile, aside);
    if (readFileSync(aside, 'utf8') !== found) linkSync(aside, lockFile);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw notLockable(lockFile, error, failure);
  } finally {
    rmSync(aside, { force: true });
  }
}

function isStillThere(owner: Owner): boolean {
  // Our own id in a file we did not write: an earlier process in this container had the same id.
  if (!isRunning(owner.pid)) return false;
  const birth = birthOf(owner.pid);
  return owner.birth === undefined || birth === undefined || owner.birth === birth;
}

function parseOwner(text: string): Owner | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('pid' in value) || typeof value.pid !== 'number')
      return undefined;
    const birth = 'birth' in value && typeof value.birth === 'string' ? value.birth : undefined;
    return { pid: value.pid, birth };
  } catch {
    return undefined;
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function notLockable(lockFile: string, cause: unknown, failure: LockFailure): Error {
  const code = (cause as NodeJS.ErrnoException).code ?? 'unknown';
  return failure('data-directory-not-writable', `Cannot write ${lockFile} (${code}).`, { cause });
}
