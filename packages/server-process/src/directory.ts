import { accessSync, constants, existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';

/** Why nothing can be made or written somewhere, for the person who chose the place. */
const reasons: Readonly<Record<string, string>> = {
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'it is a file',
  EROFS: 'the file system is read-only',
  EACCES: 'this user is not allowed to',
  EPERM: 'this user is not allowed to',
  ENOSPC: 'the disk is full',
  ENOENT: 'nothing can be made there',
};

/** Makes the error of whoever asked, from what is wrong with a directory: `cannot be made: it is a file (EEXIST)`. */
export type DirectoryFailure = (problem: string, options: { cause: unknown }) => Error;

/** Makes a directory with what is missing above it. One that is there is left as it is, and may be read-only. */
export function makeDirectory(directory: string, mode: number, failure: DirectoryFailure): void {
  explaining('cannot be made', failure, () => make(path.resolve(directory), mode));
}

/** Makes a directory that can be written to, with what is missing above it. Returns its real path. */
export function writableDirectory(directory: string, mode: number, failure: DirectoryFailure): string {
  return explaining('cannot be written to', failure, () => {
    make(path.resolve(directory), mode);
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
    return realpathSync(directory);
  });
}

function explaining<R>(problem: string, failure: DirectoryFailure, work: () => R): R {
  try {
    return work();
  } catch (cause) {
    const { code = 'unknown' } = cause as NodeJS.ErrnoException;
    const reason = reasons[code];
    throw failure(`${problem}${reason === undefined ? '' : `: ${reason}`} (${code})`, { cause });
  }
}

/** Not Node's own way (`recursive`), which tries for ever where the system says that a directory is absent that is there. */
function make(directory: string, mode: number): void {
  const above = path.dirname(directory);
  if (!existsSync(above)) make(above, mode);
  try {
    mkdirSync(directory, { mode });
  } catch (error) {
    // Somebody else may have made it meanwhile.
    if (!isDirectory(directory)) throw error;
  }
}

function isDirectory(place: string): boolean {
  return statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
