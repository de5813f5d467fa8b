import { onlyRow } from '@onceover/event-store';
import type pg from 'pg';
import { withClient } from './app-connection.ts';

/**
 * The one place of a database's id, which a dump carries: a restored database still belongs to its keys. A copy that goes
 * on with its keys gets an id of its own; `former` is the one before, for a renewal that was interrupted. `has_keys` from
 * the moment that they were its own; `starts` counts the starts since; `keys_at` is where they were then. Everybody may read
 * it, because whoever destroys keys asks for it. `lasting_key` tells the keys that were made with the database from others
 * (`check-lasting-keys.ts`).
 *
 * A process that has keys for all of the database is its part `''`. Processes with keys of their own are parts by name,
 * each with an id of its own; its first one may be that of the whole, whose keys it was given a part of.
 */
const MAKE = `
  create schema if not exists onceover;
  create table onceover.database (
    part text primary key,
    id uuid not null default gen_random_uuid(),
    former uuid,
    starts int not null default 0,
    has_keys boolean not null default false,
    keys_at text
  );
  create table if not exists onceover.lasting_key (file text primary key, fingerprint bytea not null);
  grant usage on schema onceover to public;
  grant select on onceover.database to public;`;
/** Before there were parts, the table had one row. */
const ADD_PARTS = `
  alter table onceover.database add column part text not null default '', add column keys_at text, drop column one;
  alter table onceover.database add primary key (part), alter column part drop default;`;
const LOCK = `select pg_advisory_lock(hashtextextended('onceover:keys-directory', 0))`;
const IS_MADE = `
  select to_regclass('onceover.database') is not null as made,
    exists (select from pg_attribute a where a.attrelid = to_regclass('onceover.database') and a.attname = 'part') as "hasParts"`;
const ADD = `
  insert into onceover.database (part, former, starts)
    select $1, whole.id, coalesce(whole.starts, 0)
    from (select) one left join onceover.database whole on whole.part = '' and whole.has_keys
    on conflict do nothing`;
/** The server, the database in it, and where its files are, if we may know: a copy differs in one of them. */
const READ = `
  select d.part, d.id, d.former, d.starts, d.has_keys, d.keys_at,
    concat_ws('/', (select c.system_identifier from pg_control_system() c),
      (select b.oid from pg_database b where b.datname = current_database()),
      (select s.setting from pg_settings s where s.name = 'data_directory')) as home,
    array(select o.part from onceover.database o where o.part <> d.part and o.has_keys order by o.part) as others
  from onceover.database d where d.part = $1`;
const START = `
  update onceover.database set has_keys = true, starts = greatest(starts, $2::int) + 1, keys_at = $3
    where part = $1 returning starts`;
const RENEW = 'update onceover.database set former = id, id = gen_random_uuid() where part = $1 returning id';

/** What tells a part of a database from every other, its copies included. */
export interface DatabaseIdentity {
  readonly part: string;
  readonly id: string;
  readonly home: string;
  readonly former: string | null;
  readonly starts: number;
  readonly has_keys: boolean;
  readonly keys_at: string | null;
  /** The other parts that have keys, by name. */
  readonly others: readonly string[];
}

/** Works with the identity as the only process; whoever comes meanwhile waits. */
export async function withIdentity<R>(
  database: pg.PoolConfig,
  part: string,
  work: (client: pg.Client, found: DatabaseIdentity) => Promise<R>,
): Promise<R> {
  return await withClient(database, async (client) => {
    await client.query(LOCK);
    const { made, hasParts } = onlyRow(await client.query<{ made: boolean; hasParts: boolean }>(IS_MADE));
    if (!made) await client.query(MAKE);
    else if (!hasParts) await client.query(ADD_PARTS);
    await client.query(ADD, [part]);
    return await work(client, onlyRow(await client.query<DatabaseIdentity>(READ, [part])));
  });
}

/** Reads the identity, and changes nothing; null where the part has none yet. */
export async function readIdentity(database: pg.PoolConfig, part: string): Promise<DatabaseIdentity | null> {
  return await withClient(database, async (client) => {
    const { made, hasParts } = onlyRow(await client.query<{ made: boolean; hasParts: boolean }>(IS_MADE));
    if (!made || !hasParts) return null;
    return (await client.query<DatabaseIdentity>(READ, [part])).rows[0] ?? null;
  });
}

/** Counts a start with the keys, which they must be told of; more than `atLeast`. */
export async function countStart(
  client: pg.ClientBase,
  part: string,
  { atLeast, keysAt }: { readonly atLeast: number; readonly keysAt: string | null },
): Promise<number> {
  return onlyRow(await client.query<{ starts: number }>(START, [part, atLeast, keysAt])).starts;
}

export async function renewId(client: pg.ClientBase, part: string): Promise<string> {
  return onlyRow(await client.query<{ id: string }>(RENEW, [part])).id;
}

/**
 * Makes a database that was restored an older state of itself for all of its keys, whatever moment it was restored to: it is
 * refused them until an operator says what is true.
 */
export async function markRestored(client: pg.ClientBase): Promise<void> {
  await client.query('update onceover.database set starts = 0');
}

/** The ids of the database's parts, and those that they had before; none where it has never claimed keys. */
export async function readAllIds(client: pg.ClientBase): Promise<readonly string[]> {
  const { made } = onlyRow(await client.query<{ made: boolean }>(IS_MADE));
  if (!made) return [];
  const { rows } = await client.query<{ id: string }>(
    'select id from onceover.database union select former from onceover.database where former is not null order by 1',
  );
  return rows.map(({ id }) => id);
}

/** The ids of the database's parts, by whatever connection asks; none where it has never claimed keys. */
export async function readDatabaseIds(
  query: (text: string) => Promise<readonly object[]>,
): Promise<ReadonlySet<string>> {
  const [is] = (await query(IS_MADE)) as readonly { made: boolean }[];
  if (is?.made !== true) return new Set();
  const rows = (await query('select id from onceover.database')) as readonly { id: string }[];
  return new Set(rows.map(({ id }) => id));
}
