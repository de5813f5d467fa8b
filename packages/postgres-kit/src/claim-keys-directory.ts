import {
  claimKeys,
  holdsKeys,
  ownerFileOf,
  readKeysOwner,
  refuseUnsafeKeysDirectory,
  WrongKeysDirectory,
} from '@onceover/service-kit/keys-directory';
import pg from 'pg';

/**
 * The one place of a database's id, which a dump carries: a restored database still belongs to its keys. `has_keys` from
 * the moment that a directory was its own. Everybody may read it, because whoever destroys keys asks for it. `lasting_key`
 * tells the keys that were made with the database from others (`check-lasting-keys.ts`).
 */
const MAKE = `
  create schema if not exists onceover;
  create table if not exists onceover.database (
    one boolean primary key default true check (one),
    id uuid not null default gen_random_uuid(),
    has_keys boolean not null default false
  );
  insert into onceover.database default values on conflict do nothing;
  create table if not exists onceover.lasting_key (file text primary key, fingerprint bytea not null);
  grant usage on schema onceover to public;
  grant select on onceover.database to public;`;
const LOCK = `select pg_advisory_lock(hashtextextended('onceover:keys-directory', 0))`;
const IS_MADE = `select to_regclass('onceover.database') is not null as made`;
const READ = 'select id, has_keys from onceover.database';
const REMEMBER = 'update onceover.database set has_keys = true where not has_keys';

interface DatabaseRow extends pg.QueryResultRow {
  readonly id: string;
  readonly has_keys: boolean;
}

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
 * Refuses  UnsafeKeys: the place is copied with the data, or elsewhere
 *          WrongKeysDirectory: it belongs to another database, or the database to other keys; nothing was changed
 */
export async function claimKeysDirectory(
  database: pg.PoolConfig,
  { keysDir, dataDir = null }: KeysPlace,
): Promise<void> {
  await refuseUnsafeKeysDirectory(keysDir, dataDir);
  const client = new pg.Client(database as pg.ClientConfig);
  await client.connect();
  try {
    await client.query(LOCK);
    const {
      rows: [is],
    } = await client.query<{ made: boolean }>(IS_MADE);
    if (is?.made !== true) await client.query(MAKE);
    const {
      rows: [row],
    } = await client.query<DatabaseRow>(READ);
    if (row === undefined) throw new TypeError('the database has no id');
    const owner = (await readKeysOwner(keysDir)) ?? (await claimUnowned(keysDir, row));
    if (owner !== row.id) throw new WrongKeysDirectory(foreign(keysDir, row));
    await client.query(REMEMBER);
  } finally {
    await client.end();
  }
}

/** The id of the database, by whatever connection asks; null where it has never claimed a keys directory. */
export async function readDatabaseId(query: (text: string) => Promise<readonly object[]>): Promise<string | null> {
  const [is] = (await query(IS_MADE)) as readonly { made: boolean }[];
  if (is?.made !== true) return null;
  const [row] = (await query(READ)) as readonly DatabaseRow[];
  return row?.id ?? null;
}

async function claimUnowned(keysDir: string, { id, has_keys: hasKeys }: DatabaseRow): Promise<string | null> {
  const isInUse = await holdsKeys(keysDir);
  if (hasKeys && !isInUse) throw new WrongKeysDirectory(missing(keysDir));
  if (hasKeys) throw new WrongKeysDirectory(unnamed(keysDir, id));
  if (isInUse) throw new WrongKeysDirectory(occupied(keysDir));
  return await claimKeys(keysDir, id);
}

const CHOOSE = 'another keys directory (--keys-dir or ONCEOVER_KEYS_DIR)';

function foreign(keysDir: string, { has_keys: hasKeys }: DatabaseRow): string {
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
