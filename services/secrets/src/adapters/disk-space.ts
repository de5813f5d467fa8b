import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';

export interface DiskSpace {
  /** Whether there was more than the floor when it was last checked. */
  hasRoom(): boolean;
  /** As it was then; null where it is not known. */
  freeMegabytes(): number | null;
  check(): Promise<void>;
}

type ReadSpace = (path: string) => Promise<Pick<StatsFs, 'bavail' | 'bsize'>>;

const MEGABYTE = 1_000_000;

/**
 * Free space of the file system that holds a directory, for whoever may write there. Without a directory (the database is
 * on another machine, and PostgreSQL does not say how full its disk is) there is always room: writes that fail are then
 * outages. A directory that cannot be read changes nothing.
 */
export function createDiskSpace(directory: string | null, floorMegabytes: number, read: ReadSpace = statfs): DiskSpace {
  let hasRoom = true;
  let last: number | null = null;
  return {
    hasRoom: () => hasRoom,
    freeMegabytes: () => last,
    async check() {
      const free = await freeMegabytes(directory, read);
      last = free;
      // Null says nothing about the room there is.
      if (free !== null) hasRoom = free >= floorMegabytes;
    },
  };
}

/** Free space where the embedded database is; null where it is elsewhere or cannot be read. */
export async function freeMegabytes(directory: string | null, read: ReadSpace = statfs): Promise<number | null> {
  if (directory === null) return null;
  try {
    const { bavail, bsize } = await read(directory);
    return Math.floor((bavail * bsize) / MEGABYTE);
  } catch {
    return null;
  }
}
