import { readdirSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { identifier } from '@onceover/event-store';
import { sha256 } from '@onceover/service-kit/crypto';
import type pg from 'pg';
import { isOlder, type SchemaRelease } from './schema-release.ts';

/** One function of a schema: its name, and the statements that create it and grant it. */
export interface SqlObject {
  readonly name: string;
  readonly sql: string;
}

/** Every `<name>.sql` of a directory, in the order of their names: a file holds the function it is named after. */
export function readSqlObjects(directory: URL): SqlObject[] {
  return readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({ name: file.slice(0, -'.sql'.length), sql: readFileSync(new URL(file, directory), 'utf8') }));
}

/**
 * Brings the functions of a schema to what `objects` says, in one transaction: a function whose text changed is replaced, or,
 * with other arguments or another result, dropped with every overload of its name and created again; one that is no longer
 * named is dropped as soon as no program that calls it may run beside this one. What did not change is not touched. Bodies are
 * checked when they first run, so functions may call each other in any order.
 *
 * Shape    `<schema>.sql_objects` keeps the hash of what was applied, and which version was the first without a function that
 *          is still there; call it under the schema's migration lock
 */
export async function applySqlObjects(
  client: pg.ClientBase,
  schema: string,
  objects: readonly SqlObject[],
  release?: SchemaRelease,
): Promise<void> {
  const s = identifier(schema);
  await client.query('begin');
  try {
    await client.query('set local check_function_bodies = off');
    await client.query(`create table if not exists ${s}.sql_objects (name text primary key, hash text not null)`);
    await client.query(`alter table ${s}.sql_objects add column if not exists gone_in text`);
    const { rows } = await client.query<Applied>(
      `select o.name, o.hash, o.gone_in as "goneIn" from ${s}.sql_objects o`,
    );
    const applied = new Map(rows.map((row) => [row.name, row]));
    const wanted = new Set(objects.map(({ name }) => name));
    for (const row of rows) await noteWhetherGone(client, schema, row, { isGone: !wanted.has(row.name), release });
    const changed = objects.filter((object) => applied.get(object.name)?.hash !== hashOf(object));
    for (const object of changed) await createObject(client, schema, object);
    // A new function may be executed by everybody until somebody says no.
    if (changed.length > 0) await client.query(`revoke execute on all functions in schema ${s} from public`);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

interface Applied {
  readonly name: string;
  readonly hash: string;
  /** The first version that has no such function; null while there is one. */
  readonly goneIn: string | null;
}

interface Fate {
  readonly isGone: boolean;
  readonly release: SchemaRelease | undefined;
}

async function noteWhetherGone(
  client: pg.ClientBase,
  schema: string,
  { name, goneIn }: Applied,
  { isGone, release }: Fate,
): Promise<void> {
  const since = isGone ? (goneIn ?? release?.version ?? null) : null;
  const isCalled = release !== undefined && since !== null && isOlder(release.oldestBeside, since);
  if (isGone && !isCalled) return await dropObject(client, schema, name);
  if (since === goneIn) return;
  await client.query(`update ${identifier(schema)}.sql_objects set gone_in = $2 where name = $1`, [name, since]);
}

async function createObject(client: pg.ClientBase, schema: string, object: SqlObject): Promise<void> {
  const before = await functionsNamed(client, schema, object.name);
  const isReplaced = before.length === 1 && (await replacesInPlace(client, schema, object, before));
  if (!isReplaced) {
    await dropFunctions(client, schema, object.name);
    await client.query(object.sql);
  }
  await client.query(
    `insert into ${identifier(schema)}.sql_objects (name, hash) values ($1, $2)
     on conflict (name) do update set hash = excluded.hash`,
    [object.name, hashOf(object)],
  );
}

/**
 * Replaces the one function of this name, if the new text has its arguments and its result: who calls it in another process at
 * this moment, by the plan of a prepared statement, would find that a dropped one is gone.
 */
async function replacesInPlace(
  client: pg.ClientBase,
  schema: string,
  { name, sql }: SqlObject,
  before: readonly NamedFunction[],
): Promise<boolean> {
  await client.query('savepoint replacing');
  try {
    for (const { signature, granted } of before)
      for (const role of granted) await client.query(`revoke all on function ${signature} from ${identifier(role)}`);
    await client.query(sql.replace(/^(\s*create)\s+function/im, '$1 or replace function'));
    const after = await functionsNamed(client, schema, name);
    if (isDeepStrictEqual(oidsOf(after), oidsOf(before))) return true;
  } catch (error) {
    if (!CANNOT_REPLACE.has(String((error as { code?: unknown }).code))) throw error;
  }
  await client.query('rollback to savepoint replacing');
  return false;
}

/** `create or replace` may not change a result or the name of an argument; a second function of a text may be there already. */
const CANNOT_REPLACE = new Set(['42P13', '42723']);

async function dropObject(client: pg.ClientBase, schema: string, name: string): Promise<void> {
  await dropFunctions(client, schema, name);
  await client.query(`delete from ${identifier(schema)}.sql_objects where name = $1`, [name]);
}

/** Arguments and result may have changed with the text, which `create or replace` would refuse or double. */
async function dropFunctions(client: pg.ClientBase, schema: string, name: string): Promise<void> {
  for (const { signature } of await functionsNamed(client, schema, name)) {
    await client.query(`drop function ${signature}`);
  }
}

interface NamedFunction {
  readonly oid: number;
  readonly signature: string;
  /** The roles, besides its owner, that may execute it because they were granted it. */
  readonly granted: readonly string[];
}

async function functionsNamed(client: pg.ClientBase, schema: string, name: string): Promise<readonly NamedFunction[]> {
  const { rows } = await client.query<NamedFunction>(
    `select p.oid, p.oid::regprocedure::text as signature,
       array(select g.grantee::regrole::text from aclexplode(p.proacl) g where g.grantee not in (0, p.proowner)) as granted
     from pg_proc p where p.pronamespace = $1::regnamespace and p.proname = $2 order by p.oid`,
    [schema, name],
  );
  return rows;
}

const oidsOf = (functions: readonly NamedFunction[]) => functions.map(({ oid }) => oid);

function hashOf({ sql }: SqlObject): string {
  return sha256(sql).toString('hex');
}
