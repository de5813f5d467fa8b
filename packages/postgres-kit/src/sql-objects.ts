import { readdirSync, readFileSync } from 'node:fs';
import { identifier } from '@onceover/event-store';
import { sha256 } from '@onceover/service-kit/crypto';
import type pg from 'pg';

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
 * Brings the functions of a schema to what `objects` says, in one transaction: a function whose text changed is dropped,
 * with every overload of its name, and created again; one that is no longer named is dropped. What did not change is not
 * touched. Bodies are checked when they first run, so functions may call each other in any order.
 *
 * Shape    `<schema>.sql_objects` keeps the hash of what was applied; call it under the schema's migration lock
 */
export async function applySqlObjects(
  client: pg.ClientBase,
  schema: string,
  objects: readonly SqlObject[],
): Promise<void> {
  const s = identifier(schema);
  await client.query('begin');
  try {
    await client.query('set local check_function_bodies = off');
    await client.query(`create table if not exists ${s}.sql_objects (name text primary key, hash text not null)`);
    const { rows } = await client.query<{ name: string; hash: string }>(
      `select o.name, o.hash from ${s}.sql_objects o`,
    );
    const applied = new Map(rows.map(({ name, hash }) => [name, hash]));
    const wanted = new Set(objects.map(({ name }) => name));
    for (const name of applied.keys()) if (!wanted.has(name)) await dropObject(client, schema, name);
    const changed = objects.filter((object) => applied.get(object.name) !== hashOf(object));
    for (const object of changed) await createObject(client, schema, object);
    // A new function may be executed by everybody until somebody says no.
    if (changed.length > 0) await client.query(`revoke execute on all functions in schema ${s} from public`);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function createObject(client: pg.ClientBase, schema: string, object: SqlObject): Promise<void> {
  await dropFunctions(client, schema, object.name);
  await client.query(object.sql);
  await client.query(
    `insert into ${identifier(schema)}.sql_objects (name, hash) values ($1, $2)
     on conflict (name) do update set hash = excluded.hash`,
    [object.name, hashOf(object)],
  );
}

async function dropObject(client: pg.ClientBase, schema: string, name: string): Promise<void> {
  await dropFunctions(client, schema, name);
  await client.query(`delete from ${identifier(schema)}.sql_objects where name = $1`, [name]);
}

/** Arguments and result may have changed with the text, which `create or replace` would refuse or double. */
async function dropFunctions(client: pg.ClientBase, schema: string, name: string): Promise<void> {
  const { rows } = await client.query<{ signature: string }>(
    `select p.oid::regprocedure::text as signature from pg_proc p
     where p.pronamespace = $1::regnamespace and p.proname = $2`,
    [schema, name],
  );
  for (const { signature } of rows) await client.query(`drop function ${signature}`);
}

function hashOf({ sql }: SqlObject): string {
  return sha256(sql).toString('hex');
}
