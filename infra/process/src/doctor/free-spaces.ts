import { access, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { DiskFacts } from './judge-data.ts';

/** Where there is room to run out of: what lies there, and the directory. */
export interface WatchedDirectory {
  readonly title: string;
  readonly directory: string;
}

const MEGABYTE = 1_000_000;

/** Free space for whoever may write there; of a directory that does not exist yet, where it is going to be made. */
export async function freeSpaces(directories: readonly WatchedDirectory[]): Promise<readonly DiskFacts[]> {
  const all = await Promise.all(
    directories.map(async ({ title, directory }) => {
      const found = await statfs(await existing(directory)).catch(() => undefined);
      return found === undefined ? [] : [{ title, freeMegabytes: Math.floor((found.bavail * found.bsize) / MEGABYTE) }];
    }),
  );
  return all.flat();
}

/** The directory, or the nearest one above it that is there. */
async function existing(directory: string): Promise<string> {
  const above = path.dirname(directory);
  if (above === directory) return directory;
  return await access(directory).then(
    () => directory,
    () => existing(above),
  );
}
