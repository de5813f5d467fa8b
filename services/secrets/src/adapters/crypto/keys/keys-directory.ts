import { realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join as joinPath, relative, resolve, sep } from 'node:path';
import { isErrno } from '@onceover/service-kit/durable-file';
import { UnsafeKeys } from './key-errors.ts';

/** Folders that tools copy elsewhere: an epoch key in a copy is a key that was never destroyed. */
const COPIED_FOLDERS =
  /^(dropbox|onedrive.*|google ?drive|icloud ?drive|mobile documents|nextcloud|owncloud|syncthing|backups?|time machine.*)$/i;

/**
 * Refuses a keys directory that would be saved together with the database, or copied at all.
 * Throws `UnsafeKeys`; the message is for the person who starts the server.
 */
export async function refuseUnsafeKeysDirectory(keysDir: string, dataDir: string | null): Promise<void> {
  const keys = await realPathOf(keysDir);
  if (dataDir !== null) {
    const way = relative(await realPathOf(dataDir), keys);
    const isInside = way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
    if (isInside) {
      throw new UnsafeKeys(
        `The keys directory ${keysDir} lies inside the data directory ${dataDir}. A copy of the data would hold the keys too: ` +
          'choose another place (ONCEOVER_KEYS_DIR).',
      );
    }
  }
  const copied = keys.split(sep).find((part) => COPIED_FOLDERS.test(part));
  if (copied !== undefined) {
    throw new UnsafeKeys(
      `The keys directory ${keysDir} lies in "${copied}", which is copied elsewhere. A destroyed key would live on in the copy: ` +
        'choose another place (ONCEOVER_KEYS_DIR).',
    );
  }
}

/** The real path of what exists, with what does not exist yet appended. */
async function realPathOf(path: string): Promise<string> {
  const absolute = resolve(path);
  try {
    return await realpath(absolute);
  } catch (error) {
    if (!isErrno(error, 'ENOENT') || dirname(absolute) === absolute) throw error;
    return joinPath(await realPathOf(dirname(absolute)), basename(absolute));
  }
}
