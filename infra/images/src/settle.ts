import { chmodSync, globSync, lstatSync, lutimesSync, type Stats } from 'node:fs';
import path from 'node:path';

/** Seconds since 1970, as tools that build reproducibly take it from the environment. */
const AT = Number(process.env.SOURCE_DATE_EPOCH ?? 0);

/**
 * Gives every file below a directory the same time, and the mode that it has for everybody: it is run, or it is read. `modes` has
 * others, by the path below the directory.
 */
export function settle(directory: string, modes: Readonly<Record<string, number>>): void {
  // What lies deepest comes first: a change in a directory is a new time of it.
  for (const place of globSync('**', { cwd: directory }).toSorted((one, other) => other.length - one.length)) {
    const file = path.join(directory, place);
    const found = lstatSync(file);
    if (!found.isSymbolicLink()) chmodSync(file, modes[place] ?? usual(found));
    lutimesSync(file, AT, AT);
  }
}

function usual(found: Stats): number {
  return found.isDirectory() || (found.mode & 0o100) !== 0 ? 0o755 : 0o644;
}
