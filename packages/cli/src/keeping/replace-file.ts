import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** Writes a file that only its owner can read, in one step: a command that is stopped leaves the old file or the new one. */
export function replaceFile(target: string, text: string): void {
  const fresh = `${target}.${process.pid}`;
  try {
    rmSync(fresh, { force: true });
    const file = openSync(fresh, 'wx', 0o600);
    try {
      fchmodSync(file, 0o600);
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(fresh, target);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}
