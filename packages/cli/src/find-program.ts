import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import type { Environment } from './config.ts';

/** The full path of a program that is there; undefined if it is not. */
export function findProgram(name: string, { searchPath, platform }: Environment): string | undefined {
  const file = platform === 'win32' ? `${name}.exe` : name;
  return searchPath
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder))
    .map((folder) => path.join(folder, file))
    .find((candidate) => {
      try {
        accessSync(candidate, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
