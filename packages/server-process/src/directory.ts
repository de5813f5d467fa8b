import { accessSync, constants, existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';

/** Why nothing can be written somewhere, for the person who chose the place. */
const reasons: Readonly<Record<string, string>> = {
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'it is a file',
  EROFS: 'the file system is read-only',
  EACCES: 'this user has no right to',
  EPERM: 'this user has no right to',
  ENOSPC: 'the disk is full',
  ENOENT: 'nothing can be made there',
};

/**
 * Makes a directory that can be written to, with what is missing above it; one that is there is only looked at. Returns its
 * real path.
 *
 * @param failure makes the error of whoever asked, from what is wrong: `cannot be written to: it is a file (EEXIST)`
 */
export function writableDirectory(
  directory: string,
  mode: number,
  failure: (problem: string, options: { cause: unknown }) => Error,
): string {
  try {
    make(path.resolve(directory), mode);
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
    return realpathSync(directory);
  } catch (cause) {
    const { code = 'unknown' } = cause as NodeJS.ErrnoException;
    const reason = reasons[code];
    throw failure(`cannot be written to${reason === undefined ? '' : `: ${reason}`} (${code})`, { cause });
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
