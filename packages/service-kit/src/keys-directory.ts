import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join as joinPath, relative, resolve, sep } from 'node:path';
import { createDurably, makePrivateDirectory, readIfPresent, replaceDurably } from './durable-file.ts';
import { codeOf, NamedError } from './errors.ts';
import { isShared, madeAt } from './host-identity.ts';

/** Names the database that the keys belong to, and where it lives. No secret, and part of a backup of the keys. */
const OWNER_FILE = 'database.id';

/** A key source that must not be used: its place, its form or its content is unsafe. */
export class UnsafeKeys extends NamedError {}

/** Keys and database do not belong together. The message is for the person who starts the server. */
export class WrongKeysDirectory extends NamedError {}

/** The keys serve this database in another place: one of the two is a copy. */
export class KeysElsewhere extends WrongKeysDirectory {}

export interface KeysOwner {
  readonly id: string;
  /** Where the database lives, so that a copy of it is told from it. Null where somebody wrote the id by hand. */
  readonly home: string | null;
  /** How often the database was started. One that was started less often is an older state of it: a backup. */
  readonly starts: number;
  /** Ids it had before, which older backups still carry. */
  readonly former: readonly string[];
}

/** Whoever keeps keys for a database: a directory of this host, or a store elsewhere. */
export interface KeysHolder {
  /** The subject of a sentence for the operator, such as `the keys directory /keys`. */
  readonly name: string;
  /** How the operator chooses another. */
  readonly setting: string;
  /** Where the keys are, for the database to remember; null where it does not matter. */
  place(): Promise<string | null>;
  /** Whether these are the very keys that the database remembers by that place, and no copy of them. */
  isAt(place: string): Promise<boolean>;
  readOwner(): Promise<KeysOwner | null>;
  /** Gives the keys to a database unless somebody was first; returns whose they are. */
  claim(owner: KeysOwner): Promise<KeysOwner | null>;
  /** Gives the keys to another database, or to one that has another id or place now. */
  handOver(owner: KeysOwner): Promise<void>;
  holdsKeys(): Promise<boolean>;
  /** Whether there are keys that no copy should have. */
  holdsEpochKeys(): Promise<boolean>;
  /** How the operator repairs keys that do not say whose they are. */
  nameOwner(id: string): string;
}

const DIRECTORY_PLACE = /^directory (?<host>\S+) (?<made>\S+)$/;
const UNKNOWN = '-';

/**
 * A keys directory. `host` is the identity of this host (`hostIdentity`; null where it has none): then other hosts are
 * refused, and so are copies that hold epoch keys. Undefined where every host may have a copy, as of keys that never change.
 */
export function keysDirectory(keysDir: string, host?: string | null): KeysHolder {
  return {
    name: `the keys directory ${keysDir}`,
    setting: '--keys-dir or ONCEOVER_KEYS_DIR',
    place: async () =>
      host === undefined ? null : `directory ${host ?? UNKNOWN} ${(await madeAt(keysDir)) ?? UNKNOWN}`,
    async isAt(place) {
      if (host === undefined) return true;
      const known = DIRECTORY_PLACE.exec(place)?.groups;
      if (known === undefined || isAnother(known.host, host)) return false;
      return !isAnother(known.made, await madeAt(keysDir)) || !(await holdsEpochKeys(keysDir));
    },
    readOwner: () => readKeysOwner(keysDir),
    claim: (owner) => claimKeys(keysDir, owner),
    handOver: (owner) => handOverKeys(keysDir, owner),
    holdsKeys: () => hasKeyFiles(keysDir),
    holdsEpochKeys: () => holdsEpochKeys(keysDir),
    nameOwner: (id) => `echo ${id} > ${ownerFileOf(keysDir)}`,
  };
}

/** Whether both are known, and differ. */
function isAnother(known: string | undefined, now: string | null): boolean {
  return known !== undefined && known !== UNKNOWN && now !== null && known !== now;
}

/**
 * Refuses epoch keys on a file system that other hosts see too, where nothing tells this host from them.
 * Throws `UnsafeKeys`; the message is for the person who starts the server.
 */
export async function refuseSharedKeys(keysDir: string, host: string | null): Promise<void> {
  if (host !== null || !(await isShared(keysDir))) return;
  throw new UnsafeKeys(
    `The keys directory ${keysDir} lies on a network file system, and nothing tells this host from others that see it. ` +
      'Choose a local directory, or give this host a name of its own (ONCEOVER_KEYS_HOST).',
  );
}

/** The database that the keys belong to, or null where nobody has claimed the directory. */
export async function readKeysOwner(keysDir: string): Promise<KeysOwner | null> {
  const text = (await readIfPresent(ownerFileOf(keysDir)))?.toString('utf8');
  if (text === undefined) return null;
  const [id = '', home = '', starts = '', ...former] = text
    .trim()
    .split('\n')
    .map((line) => line.trim());
  return { id, home: home === '' ? null : home, starts: Number(starts), former };
}

/** Gives the directory to a database unless somebody was first; returns whose it is. */
export async function claimKeys(keysDir: string, owner: KeysOwner): Promise<KeysOwner | null> {
  await makePrivateDirectory(keysDir);
  const isOurs = await createDurably(ownerFileOf(keysDir), ownerText(owner), 0o400);
  return isOurs ? owner : await readKeysOwner(keysDir);
}

/** Gives the directory to another database, or to one that has another id or place now. */
async function handOverKeys(keysDir: string, owner: KeysOwner): Promise<void> {
  await replaceDurably(ownerFileOf(keysDir), ownerText(owner), 0o400);
}

function ownerText({ id, home, starts, former }: KeysOwner): Buffer {
  return Buffer.from([id, home ?? '', starts, ...former, ''].join('\n'));
}

/** Refuses  WrongKeysDirectory: what lies there is not for this database to destroy */
export async function refuseForeignKeys(keysDir: string, databaseIds: ReadonlySet<string>): Promise<void> {
  const owner = await readKeysOwner(keysDir);
  if (owner === null || !databaseIds.has(owner.id)) {
    throw new WrongKeysDirectory(
      `The keys directory ${keysDir} does not belong to this database; its keys are left alone.`,
    );
  }
}

function ownerFileOf(keysDir: string): string {
  return joinPath(keysDir, OWNER_FILE);
}

/** Whether there is any epoch key, which no copy of a keys directory should have. */
const holdsEpochKeys = (keysDir: string): Promise<boolean> => hasKeyFiles(joinPath(keysDir, 'epoch'));

async function hasKeyFiles(directory: string): Promise<boolean> {
  try {
    return (await readdir(directory, { recursive: true })).some((name) => name.endsWith('.key'));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Bits of a file's mode that let others than its owner in. */
const OTHERS = 0o077;

/**
 * Refuses keys that others than their owner can read.
 * Throws `UnsafeKeys`; the message is for the person who starts the server.
 */
export async function refuseOpenKeys(keysDir: string): Promise<void> {
  if (process.platform === 'win32') return;
  const open: string[] = [];
  for (const name of await readdir(keysDir, { recursive: true })) {
    const path = joinPath(keysDir, name);
    if (name.endsWith('.key') && (await isOpenToOthers(path))) open.push(path);
  }
  if (open.length === 0) return;
  throw new UnsafeKeys(
    `Others than their owner can read these keys: ${open.join(', ')}. Close them: chmod -R go= ${keysDir} ` +
      'If somebody may have read them, replace the key-encryption key too. On a file system that cannot close files, start ' +
      'with --allow-open-keys (ONCEOVER_ALLOW_OPEN_KEYS=on).',
  );
}

async function isOpenToOthers(path: string): Promise<boolean> {
  try {
    return ((await stat(path)).mode & OTHERS) !== 0;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false; // an epoch key that another process just destroyed
    throw error;
  }
}

/** Folders that tools copy elsewhere: an epoch key in a copy is a key that was never destroyed. */
const COPIED_FOLDERS =
  /^(dropbox|onedrive.*|google ?drive|icloud ?drive|mobile documents|nextcloud|owncloud|syncthing|backups?|time machine.*)$/i;

/**
 * Refuses a keys directory that would be saved together with the database, or copied at all.
 * Throws `UnsafeKeys`; the message is for the person who starts the server.
 */
export async function refuseUnsafeKeysDirectory(keysDir: string, dataDir: string | null): Promise<void> {
  const keys = await realPathOf(keysDir);
  if (dataDir !== null && (await liesIn(keysDir, dataDir))) {
    throw new UnsafeKeys(
      `The keys directory ${keysDir} lies inside the data directory ${dataDir}. A copy of the data would hold the keys too: ` +
        'choose another place (ONCEOVER_KEYS_DIR).',
    );
  }
  const copied = keys.split(sep).find((part) => COPIED_FOLDERS.test(part));
  if (copied !== undefined) {
    throw new UnsafeKeys(
      `The keys directory ${keysDir} lies in "${copied}", which is copied elsewhere. A destroyed key would survive in the copy: ` +
        'choose another place (ONCEOVER_KEYS_DIR).',
    );
  }
}

/** Whether a place is a directory or lies in it, whatever links lead there; neither has to exist. */
export async function liesIn(place: string, directory: string): Promise<boolean> {
  const way = relative(await realPathOf(directory), await realPathOf(place));
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** The real path of what exists, with what does not exist yet appended. */
async function realPathOf(path: string): Promise<string> {
  const absolute = resolve(path);
  try {
    return await realpath(absolute);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(absolute) === absolute) throw error;
    return joinPath(await realPathOf(dirname(absolute)), basename(absolute));
  }
}
