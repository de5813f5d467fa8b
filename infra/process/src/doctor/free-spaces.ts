import { access, constants, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { DiskFacts } from './judge-data.ts';

/** Where there is room to run out of: what lies there, and the directory. */
export interface WatchedDirectory {
  readonly title: string;
  readonly directory: string;
}

/** Room for whoever looks, and whether they may write; of a directory that does not exist yet, where it is going to be made. */
export async function freeSpaces(directories: readonly WatchedDirectory[]): Promise<readonly DiskFacts[]> {
  const all = await Promise.all(
    directories.map(async ({ title, directory }) => {
      const place = await existing(directory);
      const found = await statfs(place).catch(() => undefined);
      if (found === undefined) return [];
      const isWritable = await may(place, constants.W_OK);
      return [{ title, directory, freeBytes: found.bavail * found.bsize, isWritable }];
    }),
  );
  return all.flat();
}

/** The directory, or the nearest one above it that is there. */
async function existing(directory: string): Promise<string> {
  const above = path.dirname(directory);
  return above === directory || (await may(directory, constants.F_OK)) ? directory : await existing(above);
}

const may = (place: string, mode: number): Promise<boolean> =>
  access(place, mode).then(
    () => true,
    () => false,
  );
