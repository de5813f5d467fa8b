import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readFacts } from '@onceover/postgres-backup';
import { lockDirectory, makeDirectory } from '@onceover/server-process';
import { CommandRefused } from '@onceover/service-kit/command-line';
import { liesIn, refuseUnsafeKeysDirectory } from '@onceover/service-kit/keys-directory';
import type { BackupPlace } from './backup-place.ts';
import { type Backup, backupNameAt, backupsIn, type Manifest, manifestFileOf, readManifest } from './backups.ts';

/** Of a backup that is being written, or was never finished. */
const UNFINISHED = 'unfinished-';

type Directories = Pick<BackupPlace, 'backupDir' | 'keysDirs' | 'dataDir' | 'serverDir'>;

/**
 * The directory of backups, which has to be apart from data and keys: a backup inside either would be copied with it, and
 * one around them would be taken for a copy of both.
 *
 * Refuses  `CommandRefused`, `UnsafeKeys`
 */
export async function backupDirectory(place: Directories, asked: string | undefined): Promise<string> {
  const given = asked || place.backupDir;
  if (!given) throw new CommandRefused('Name the directory for backups: --to DIRECTORY, or set ONCEOVER_BACKUP_DIR.');
  const directory = path.resolve(given);
  const data = [place.dataDir, place.serverDir].filter((each) => each !== undefined);
  const apart = [
    ...data.map((each) => [each, 'the data'] as const),
    ...place.keysDirs.map((each) => [each, 'the keys'] as const),
  ];
  for (const [other, what] of apart) {
    if ((await liesIn(directory, other)) || (await liesIn(other, directory))) {
      throw new CommandRefused(
        `Backups have to be apart from ${what}: ${directory} and ${path.resolve(other)} are not.`,
      );
    }
  }
  for (const keysDir of place.keysDirs) {
    for (const dataDir of data) await refuseUnsafeKeysDirectory(keysDir, dataDir);
  }
  return directory;
}

/**
 * Writes a backup under another name, and gives it its own at the end: half a backup is never taken for one. `write` puts
 * its files into the directory and says what they are. One backup at a time; what an earlier one left unfinished goes.
 */
export async function writeBackup(
  directory: string,
  write: (unfinished: string, madeAt: Date) => Promise<Manifest>,
): Promise<{ readonly name: string; readonly manifest: Manifest }> {
  makeDirectory(directory, 0o700, (problem) => new CommandRefused(`${directory} ${problem}.`));
  using undo = new DisposableStack();
  undo.defer(lockDirectory(path.join(directory, 'backup.lock'), (...about) => notLocked(directory, about)));
  for (const name of await readdir(directory)) if (name.startsWith(UNFINISHED)) await remove(directory, name);
  const { name, madeAt } = await unusedName(directory);
  const unfinished = `${UNFINISHED}${name}`;
  const at = path.join(directory, unfinished);
  try {
    await mkdir(at, { mode: 0o700 });
    const manifest = await write(at, madeAt);
    await writeFile(manifestFileOf(at), `${JSON.stringify(manifest, null, 2)}\n`, {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    });
    await sync(at);
    await rename(at, path.join(directory, name));
    await sync(directory);
    return { name, manifest };
  } catch (error) {
    await remove(directory, unfinished);
    throw error;
  }
}

function notLocked(directory: string, [problem, message]: readonly [string, string, ...unknown[]]): Error {
  if (problem !== 'already-running') return new CommandRefused(message);
  return new CommandRefused(`Another backup is being made in ${directory}. Try again when it is done.`);
}

/** Names tell seconds: a backup that follows within the same one waits for the next. */
async function unusedName(directory: string): Promise<{ readonly name: string; readonly madeAt: Date }> {
  for (;;) {
    const madeAt = new Date();
    const name = backupNameAt(madeAt);
    if (!existsSync(path.join(directory, name))) return { name, madeAt };
    await sleep(1000 - (Date.now() % 1000));
  }
}

/** Removes complete backups but the newest `keep`. */
export async function removeOld(directory: string, keep: number): Promise<readonly Backup[]> {
  const old = (await backupsIn(directory)).slice(keep);
  for (const { name } of old) await remove(directory, name);
  return old;
}

/** Under another name first: what is half removed is not taken for a backup. */
async function remove(directory: string, name: string): Promise<void> {
  const unfinished = path.join(directory, name.startsWith(UNFINISHED) ? name : `${UNFINISHED}${name}`);
  if (!name.startsWith(UNFINISHED)) await rename(path.join(directory, name), unfinished);
  await rm(unfinished, { recursive: true, force: true });
}

/** The entries of a directory survive a power cut. */
async function sync(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using handle = await open(directory);
  await handle.sync();
}

export interface FoundBackup {
  readonly path: string;
  readonly manifest: Manifest;
}

/** A backup by its path, or the newest one by the word `latest`. Refuses  `CommandRefused` */
export async function findBackup({ backupDir }: Pick<BackupPlace, 'backupDir'>, asked: string): Promise<FoundBackup> {
  const found = asked === 'latest' ? await latestIn(backupDir) : path.resolve(asked);
  return { path: found, manifest: await readManifest(found) };
}

async function latestIn(backupDir: string | undefined): Promise<string> {
  if (backupDir === undefined)
    throw new CommandRefused('Set ONCEOVER_BACKUP_DIR, or name the directory of the backup.');
  const [latest] = await backupsIn(backupDir);
  if (latest === undefined) throw new CommandRefused(`There is no backup in ${path.resolve(backupDir)}.`);
  return path.resolve(backupDir, latest.name);
}

/** Refuses  `CommandRefused`: a file is missing, or is not what was written */
export async function checkFiles({ path: backup, manifest }: FoundBackup): Promise<void> {
  for (const { name, bytes, sha256 } of manifest.files) {
    const file = path.join(backup, name);
    if (!existsSync(file)) throw new CommandRefused(`The backup is not whole: ${file} is missing.`);
    // A pipe would be waited for, and a device has no end.
    const found = await stat(file);
    if (found.isFile() && found.size === bytes && (await readFacts(file)).sha256 === sha256) continue;
    throw new CommandRefused(`The backup is damaged: ${file} is not what was written (its SHA-256 differs).`);
  }
}
