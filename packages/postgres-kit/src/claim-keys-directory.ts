import {
  KeysElsewhere,
  type KeysHolder,
  type KeysOwner,
  keysDirectory,
  refuseSharedKeys,
  refuseUnsafeKeysDirectory,
  WrongKeysDirectory,
} from '@onceover/service-kit/keys-directory';
import type pg from 'pg';
import { countStart, type DatabaseIdentity, readIdentity, renewId, withIdentity } from './database-identity.ts';

/** The part of a database whose keys are all in one directory. */
const WHOLE = '';

/** The part whose keys are in a store elsewhere, beside the directory of whoever asks it. */
const STORED = 'key-store';

export interface KeysPlace {
  readonly keysDir: string;
  /** Where the database keeps its files, if it is ours; the keys must not lie in it. */
  readonly dataDir?: string | null;
  /** Whose keys they are, where processes have directories of their own; default: all of the database's. */
  readonly part?: string;
  /** The identity of this host (`hostIdentity`), where no other may use these keys; see `keysDirectory`. */
  readonly host?: string | null;
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
 * the other. A copy of the directory, or another host that sees it, is refused for the same reason.
 *
 * Refuses  UnsafeKeys: the place is copied with the data, or elsewhere
 *          WrongKeysDirectory: it belongs to another database, or the database to other keys; nothing was changed
 *          KeysElsewhere: it serves this database in another place; nothing was changed
 */
export async function claimKeysDirectory(database: pg.PoolConfig, place: KeysPlace): Promise<void> {
  const { keysDir, dataDir = null, part = WHOLE, host } = place;
  await refuseUnsafeKeysDirectory(keysDir, dataDir);
  await claim(database, part, keysDirectory(keysDir, host));
  if (host !== undefined) await refuseSharedKeys(keysDir, host);
}

/**
 * Whether the claim would be granted as things are, for whoever only looks: nothing is counted, made or handed over.
 *
 * Refuses  what `claimKeysDirectory` refuses, except for a directory or a database that nobody has started with yet
 */
export async function checkKeysDirectory(database: pg.PoolConfig, place: KeysPlace): Promise<void> {
  const { keysDir, dataDir = null, part = WHOLE, host } = place;
  await refuseUnsafeKeysDirectory(keysDir, dataDir);
  const found = await readIdentity(database, part);
  if (found === null) return;
  const holder = keysDirectory(keysDir, host);
  refuseDivided(found);
  const owner = await holder.readOwner();
  if (owner === null) {
    if (found.has_keys)
      throw new WrongKeysDirectory((await holder.holdsKeys()) ? unnamed(holder, found.id) : missing(holder));
    return;
  }
  refuseForeign(holder, owner, found);
  if (isOlderOrElsewhere(owner, found)) throw new KeysElsewhere(elsewhere(holder, owner, found));
  await refuseCopied(holder, found);
  if (host !== undefined) await refuseSharedKeys(keysDir, host);
}

/** The same for keys in a store elsewhere. */
export const claimStoredKeys = (database: pg.PoolConfig, holder: KeysHolder): Promise<void> =>
  claim(database, STORED, holder);

/**
 * An operator's word that the database in the other place, which the keys served, will not run on them again, or that they
 * were moved. This database gets an id of its own, so that the other one, should it run after all, is refused and
 * destroys nothing.
 *
 * Refuses  WrongKeysDirectory: they never belonged together
 */
export async function takeOverKeysDirectory(database: pg.PoolConfig, place: KeysPlace): Promise<void> {
  await takeOver(database, place.part ?? WHOLE, keysDirectory(place.keysDir, place.host));
}

/** The same for keys in a store elsewhere. */
export const takeOverStoredKeys = (database: pg.PoolConfig, holder: KeysHolder): Promise<void> =>
  takeOver(database, STORED, holder);

async function claim(database: pg.PoolConfig, part: string, holder: KeysHolder): Promise<void> {
  await withIdentity(database, part, async (client, found) => {
    refuseDivided(found);
    const owner = (await holder.readOwner()) ?? (await claimUnowned(holder, found));
    refuseForeign(holder, owner, found);
    if (isOlderOrElsewhere(owner, found)) {
      if (await holder.holdsEpochKeys()) throw new KeysElsewhere(elsewhere(holder, owner, found));
      await settle(client, holder, owner, found);
      return;
    }
    await refuseCopied(holder, found);
    await goOn(client, holder, owner, found);
  });
}

async function takeOver(database: pg.PoolConfig, part: string, holder: KeysHolder): Promise<void> {
  await withIdentity(database, part, async (client, found) => {
    refuseDivided(found);
    const owner = (await holder.readOwner()) ?? (await claimUnowned(holder, found));
    refuseForeign(holder, owner, found);
    await settle(client, holder, owner, found);
  });
}

/** A new id, in the database first; one that was interrupted goes on with the id that it has. */
async function settle(
  client: pg.ClientBase,
  holder: KeysHolder,
  owner: KeysOwner,
  found: DatabaseIdentity,
): Promise<void> {
  const isInterrupted = owner.id === found.former;
  const id = isInterrupted ? found.id : await renewId(client, found.part);
  const former = isInterrupted ? owner.former : [...owner.former, found.id];
  await goOn(client, holder, { ...owner, former }, { ...found, id });
}

/** Counts the start, in the database first: keys that are behind are no sign of a backup. */
async function goOn(
  client: pg.ClientBase,
  holder: KeysHolder,
  owner: KeysOwner,
  { part, id, home }: DatabaseIdentity,
): Promise<void> {
  const starts = await countStart(client, part, { atLeast: owner.starts, keysAt: await holder.place() });
  const former = new Set([...owner.former, owner.id]);
  former.delete(id);
  await holder.handOver({ id, home, starts, former: [...former] });
}

/** Whether the keys have served another copy of this database, or a later state of it. */
function isOlderOrElsewhere(owner: KeysOwner, found: DatabaseIdentity): boolean {
  if (owner.home === null) return false; // somebody wrote the id by hand
  return owner.home !== found.home || owner.starts > found.starts || !isLatest(owner, found);
}

/** Whether the keys name this database as it is now, or as it was when a renewal was interrupted. */
function isLatest(owner: KeysOwner, { id, former }: DatabaseIdentity): boolean {
  return owner.id === id || owner.id === former;
}

async function refuseCopied(holder: KeysHolder, { keys_at: at }: DatabaseIdentity): Promise<void> {
  if (at !== null && !(await holder.isAt(at))) throw new KeysElsewhere(copied(holder));
}

async function claimUnowned(holder: KeysHolder, found: DatabaseIdentity): Promise<KeysOwner> {
  const { id, home, has_keys: hasKeys, part } = found;
  const isInUse = await holder.holdsKeys();
  if (!hasKeys && !isInUse && isPartOfWhole(found)) throw new WrongKeysDirectory(undivided(holder, part));
  if (hasKeys && !isInUse) throw new WrongKeysDirectory(missing(holder));
  if (hasKeys) throw new WrongKeysDirectory(unnamed(holder, id));
  if (isInUse) throw new WrongKeysDirectory(occupied(holder));
  const owner = await holder.claim({ id, home, starts: 0, former: [] });
  if (owner === null) throw new WrongKeysDirectory(missing(holder));
  return owner;
}

/** Keys that are to be a part of those that the whole database has. A store elsewhere may begin with none. */
const isPartOfWhole = ({ part, former }: DatabaseIdentity): boolean => part !== STORED && former !== null;

function refuseForeign(holder: KeysHolder, owner: KeysOwner, found: DatabaseIdentity): void {
  if (!isLatest(owner, found) && !owner.former.includes(found.id)) throw new WrongKeysDirectory(foreign(holder, found));
}

/** Keys that were divided among processes moved on since, so that those of the whole fit no more. */
function refuseDivided({ part, others }: DatabaseIdentity): void {
  const parts = others.filter((name) => name !== STORED);
  if (part !== WHOLE || parts.length === 0) return;
  throw new WrongKeysDirectory(
    `This database is served by processes that have keys directories of their own (${parts.join(', ')}). Start those; ` +
      'a command takes their settings (--env).',
  );
}

function foreign(holder: KeysHolder, { has_keys: hasKeys }: DatabaseIdentity): string {
  const start = `${capital(holder.name)} belongs to another database, or to another process of this one. `;
  return hasKeys
    ? `${start}Start with the one this database was made with (${holder.setting}).`
    : `${start}This database is new: ${choose(holder)}.`;
}

function missing(holder: KeysHolder): string {
  return (
    `The keys of this database are not in ${holder.name}. Start with the one it was made with (${holder.setting}). If the ` +
    'keys are lost for good, what they protected is too: start with an empty database.'
  );
}

function undivided(holder: KeysHolder, part: string): string {
  return (
    `The keys of this database are in one directory for all of it, and ${holder.name} has none of them. Put a copy of that ` +
    `directory there, less what ${part} does not need; database.id is a part of it.`
  );
}

function unnamed(holder: KeysHolder, id: string): string {
  return (
    `${capital(holder.name)} does not say which database it belongs to. Start with the one this database was made with ` +
    `(${holder.setting}). If this is it, and only then, say so: ${holder.nameOwner(id)}`
  );
}

function occupied(holder: KeysHolder): string {
  return (
    `${capital(holder.name)} holds keys already, and this database has none there. They may be all that opens another ` +
    `database: ${choose(holder)}.`
  );
}

function elsewhere(holder: KeysHolder, { home: there }: KeysOwner, { home: here }: DatabaseIdentity): string {
  const what = there === here ? 'in a later state' : `in another place: ${there}, while this is ${here}`;
  return [
    `${capital(holder.name)} serves this database ${what}. Two copies on the same keys would destroy the epoch keys of`,
    'each other. Say what is true:',
    '  It was moved or upgraded, and will not run there again:            npm run keys -- confirm-move',
    '  It was restored from a backup, and will not run there again:       npm run keys -- confirm-loss --restored',
    '  It is a copy that runs beside the other: start it with a copy of the keys directory that has no folder epoch',
    '  (--keys-dir or ONCEOVER_KEYS_DIR).',
  ].join('\n');
}

function copied(holder: KeysHolder): string {
  return [
    `The keys of this database are in use in another place: ${holder.name} is a copy of them, or this is another host. Only`,
    'one host may use a keys directory, as two would destroy the epoch keys of each other. Say what is true:',
    '  The keys were moved here, and nothing will use them where they were:  npm run keys -- confirm-move',
    '  Several hosts are to use them: set up a key store (ONCEOVER_KEY_STORE).',
    '  This is the same host under another id: give it a lasting name (ONCEOVER_KEYS_HOST), and confirm the move once.',
  ].join('\n');
}

const choose = (holder: KeysHolder): string =>
  `give it another (${holder.setting}) that is empty or does not exist yet`;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
