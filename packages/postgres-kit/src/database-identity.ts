import { onlyRow } from '@onceover/event-store';
import type pg from 'pg';
import { withClient } from './app-connection.ts';

/**
 * The one place of a database's id, which a dump carries: a restored database still belongs to its keys. A copy that goes
 * on with a directory gets an id of its own; `former` is the one before, for a renewal that was interrupted. `has_keys`
 * from the moment that a directory was its own; `starts` counts the starts since. Everybody may read it, because
 * whoever destroys keys asks for it. `lasting_key` tells the keys that were made with the database from others
 * (`check-lasting-keys.ts`).
 */
const MAKE = `
  create schema if not exists onceover;
  create table if not exists onceover.database (
    one boolean primary key default true check (one),
    id uuid not null default gen_random_uuid(),
    former uuid,
    starts int not null default 0,
    has_keys boolean not null default false
  );
  insert into onceover.database default values on conflict do nothing;
  create table if not exists onceover.lasting_key (file text primary key, fingerprint bytea not null);
  grant usage on schema onceover to public;
  grant select on onceover.database to public;`;
const LOCK = `select pg_advisory_lock(hashtextextended('onceover:keys-directory', 0))`;
const IS_MADE = `select to_regclass('onceover.database') is not null as made`;
/** The server, the database in it, and where its files are, if we may know: a copy differs in one of them. */
const READ = `
  select d.id, d.former, d.starts, d.has_keys,
    concat_ws('/', (select c.system_identifier from pg_control_system() c),
      (select b.oid from pg_database b where b.datname = current_database()),
      (select s.setting from pg_settings s where s.name = 'data_directory')) as home
  from onceover.database d`;
const START = 'update onceover.database set has_keys = true, starts = greatest(starts, $1::int) + 1 returning starts';
const RENEW = 'update onceover.database set former = id, id = gen_random_uuid() returning id';

/** What tells a database from every other, its copies included. */
export interface DatabaseIdentity {
  readonly id: string;
  readonly home: string;
  readonly former: string | null;
  readonly starts: number;
  readonly has_keys: boolean;
}

/** Works with the identity as the only process; whoever comes meanwhile waits. */
export async function withIdentity<R>(
  database: pg.PoolConfig,
  work: (client: pg.Client, found: DatabaseIdentity) => Promise<R>,
): Promise<R> {
  return await withClient(database, async (client) => {
    await client.query(LOCK);
    const { made } = onlyRow(await client.query<{ made: boolean }>(IS_MADE));
    if (!made) await client.query(MAKE);
    return await work(client, onlyRow(await client.query<DatabaseIdentity>(READ)));
  });
}

/** Counts a start with the keys, which the directory must be told of; more than `atLeast`. */
export async function countStart(client: pg.ClientBase, atLeast: number): Promise<number> {
  return onlyRow(await client.query<{ starts: number }>(START, [atLeast])).starts;
}

export async function renewId(client: pg.ClientBase): Promise<string> {
  return onlyRow(await client.query<{ id: string }>(RENEW)).id;
}

/** The id of the database, by whatever connection asks; null where it has never claimed a keys directory. */
export async function readDatabaseId(query: (text: string) => Promise<readonly object[]>): Promise<string | null> {
  const [is] = (await query(IS_MADE)) as readonly { made: boolean }[];
  if (is?.made !== true) return null;
  const [row] = (await query('select id from onceover.database')) as readonly { id: string }[];
  return row?.id ?? null;
}
