import {
  claimKeys,
  handOverKeys,
  holdsEpochKeys,
  holdsKeys,
  KeysElsewhere,
  type KeysOwner,
  ownerFileOf,
  readKeysOwner,
  refuseUnsafeKeysDirectory,
  WrongKeysDirectory,
} from '@onceover/service-kit/keys-directory';
import type pg from 'pg';
import { countStart, type DatabaseIdentity, renewId, withIdentity } from './database-identity.ts';

export interface KeysPlace {
  readonly keysDir: string;
  /** Where the database keeps its files, if it is ours; the keys must not lie in it. */
  readonly dataDir?: string | null;
}

/**
 * Makes sure that database and keys directory belong to each other, before anything else is done with either: other keys
 * would seal it for good, and its chores would destroy the keys of another. A new database takes a directory without keys.
 *
 * Processes that start at once wait for each other here; of two databases, the one that names itself in the directory
 * first has it. Interrupted, the next start goes on: the id is in the database first, then in the directory.
 *
 * A copy of a database has the id of its original, and lives elsewhere. With a directory of its own, copied without epoch
 * keys, it becomes a database of its own; with that of its original it is refused, as each would destroy the epoch keys of
 * the other.
 *
 * Refuses  UnsafeKeys: the place is copied with the data, or elsewhere
 *          WrongKeysDirectory: it belongs to another database, or the database to other keys; nothing was changed
 *          KeysElsewhere: it serves this database in another place; nothing was changed
 */
export async function claimKeysDirectory(
  database: pg.PoolConfig,
  { keysDir, dataDir = null }: KeysPlace,
): Promise<void> {
  await refuseUnsafeKeysDirectory(keysDir, dataDir);
  await withIdentity(database, async (client, found) => {
    const owner = (await readKeysOwner(keysDir)) ?? (await claimUnowned(keysDir, found));
    refuseForeign(keysDir, owner, found);
    if (isOlderOrElsewhere(owner, found)) {
      if (await holdsEpochKeys(keysDir)) throw new KeysElsewhere(elsewhere(keysDir, owner, found));
      await settle(client, keysDir, owner, found);
    } else await goOn(client, keysDir, owner, found);
  });
}

/**
 * An operator's word that the database in the other place, which the directory served, will not run on these keys again. This
 * one gets an id of its own, so that the other one, should it run after all, is refused and destroys nothing.
 *
 * Refuses  WrongKeysDirectory: they never belonged together
 */
export async function takeOverKeysDirectory(database: pg.PoolConfig, { keysDir }: KeysPlace): Promise<void> {
  await withIdentity(database, async (client, found) => {
    const owner = (await readKeysOwner(keysDir)) ?? (await claimUnowned(keysDir, found));
    refuseForeign(keysDir, owner, found);
    await settle(client, keysDir, owner, found);
  });
}

/** A new id, in the database first; one that was interrupted goes on with the id that it has. */
async function settle(
  client: pg.ClientBase,
  keysDir: string,
  owner: KeysOwner,
  found: DatabaseIdentity,
): Promise<void> {
  const isInterrupted = owner.id === found.former;
  const id = isInterrupted ? found.id : await renewId(client);
  const former = isInterrupted ? owner.former : [...owner.former, found.id];
  await goOn(client, keysDir, { ...owner, former }, { ...found, id });
}

/** Counts the start, in the database first: a directory that is behind is no sign of a backup. */
async function goOn(
  client: pg.ClientBase,
  keysDir: string,
  owner: KeysOwner,
  { id, home }: DatabaseIdentity,
): Promise<void> {
  const starts = await countStart(client, owner.starts);
  const former = new Set([...owner.former, owner.id]);
  former.delete(id);
  await handOverKeys(keysDir, { id, home, starts, former: [...former] });
}

/** Whether the directory has served another copy of this database, or a later state of it. */
function isOlderOrElsewhere(owner: KeysOwner, found: DatabaseIdentity): boolean {
  if (owner.home === null) return false; // somebody wrote the id by hand
  return owner.home !== found.home || owner.starts > found.starts || !isLatest(owner, found);
}

/** Whether the directory names this database as it is now, or as it was when a renewal was interrupted. */
function isLatest(owner: KeysOwner, { id, former }: DatabaseIdentity): boolean {
  return owner.id === id || owner.id === former;
}

async function claimUnowned(keysDir: string, { id, home, has_keys: hasKeys }: DatabaseIdentity): Promise<KeysOwner> {
  const isInUse = await holdsKeys(keysDir);
  if (hasKeys && !isInUse) throw new WrongKeysDirectory(missing(keysDir));
  if (hasKeys) throw new WrongKeysDirectory(unnamed(keysDir, id));
  if (isInUse) throw new WrongKeysDirectory(occupied(keysDir));
  const owner = await claimKeys(keysDir, { id, home, starts: 0, former: [] });
  if (owner === null) throw new WrongKeysDirectory(missing(keysDir));
  return owner;
}

function refuseForeign(keysDir: string, owner: KeysOwner, found: DatabaseIdentity): void {
  if (!isLatest(owner, found) && !owner.former.includes(found.id))
    throw new WrongKeysDirectory(foreign(keysDir, found));
}

const CHOOSE = 'another keys directory (--keys-dir or ONCEOVER_KEYS_DIR)';

function foreign(keysDir: string, { has_keys: hasKeys }: DatabaseIdentity): string {
  const start = `The keys directory ${keysDir} belongs to another database. `;
  return hasKeys
    ? `${start}Start with the one this database was made with (--keys-dir or ONCEOVER_KEYS_DIR).`
    : `${start}This database is new: give it ${CHOOSE} that is empty or does not exist yet.`;
}

function missing(keysDir: string): string {
  return (
    `The keys of this database are not in ${keysDir}. Start with the keys directory it was made with (--keys-dir or ` +
    'ONCEOVER_KEYS_DIR). If the keys are lost for good, what they protected is too: start with an empty database.'
  );
}

function unnamed(keysDir: string, id: string): string {
  return (
    `The keys directory ${keysDir} does not say which database it belongs to: ${ownerFileOf(keysDir)} is missing. Start with ` +
    'the keys directory this database was made with (--keys-dir or ONCEOVER_KEYS_DIR). If this is it, and only then, put ' +
    `the file back: echo ${id} > ${ownerFileOf(keysDir)}`
  );
}

function occupied(keysDir: string): string {
  return (
    `The keys directory ${keysDir} holds keys already, and this database has none there. They may be all that opens another ` +
    `database: choose ${CHOOSE} that is empty or does not exist yet.`
  );
}

function elsewhere(keysDir: string, { home: there }: KeysOwner, { home: here }: DatabaseIdentity): string {
  const what = there === here ? 'in a later state' : `in another place: ${there}, while this is ${here}`;
  return [
    `The keys directory ${keysDir} serves this database ${what}. Two copies on the same keys would destroy the epoch keys of`,
    'each other. Say what is true:',
    '  It was moved or upgraded, and will not run there again:            npm run keys -- confirm-move',
    '  It was restored from a backup, and will not run there again:       npm run keys -- confirm-loss --restored',
    '  It is a copy that runs beside the other: start it with a copy of the keys directory that has no folder epoch',
    '  (--keys-dir or ONCEOVER_KEYS_DIR).',
  ].join('\n');
}
