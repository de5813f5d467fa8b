import { identifier } from '@onceover/event-store';
import { NamedError } from '@onceover/service-kit/errors';
import type pg from 'pg';
import { withClient } from './app-connection.ts';

/** The database holds what another version made, and this one cannot work with it. */
export class MadeByAnotherVersion extends NamedError {}

/** Versions are three numbers, such as `1.20.3`. */
export interface SchemaRelease {
  /** The program's version. */
  readonly version: string;
  /** The oldest version whose programs can work on the schema as this one leaves it. */
  readonly oldestBeside: string;
}

const byNumbers = new Intl.Collator('en', { numeric: true });

/** Whether one version came before another one. */
export function isOlder(version: string, than: string): boolean {
  return byNumbers.compare(version, than) < 0;
}

/** Which version brought a schema up to date last; undefined where none has said so. */
export async function readRelease(client: pg.ClientBase, schema: string): Promise<SchemaRelease | undefined> {
  const table = `${identifier(schema)}.schema_release`;
  const { rows: there } = await client.query<{ is: boolean }>('select to_regclass($1) is not null as is', [table]);
  if (there[0]?.is !== true) return undefined;
  const { rows } = await client.query<SchemaRelease>(
    `select r.version, r.oldest_beside as "oldestBeside" from ${table} r`,
  );
  return rows[0];
}

/** Writes down who brings the schema up to date. One row, which its owner alone may read. */
export async function writeRelease(
  client: pg.ClientBase,
  schema: string,
  { version, oldestBeside }: SchemaRelease,
): Promise<void> {
  const table = `${identifier(schema)}.schema_release`;
  await client.query(`create table if not exists ${table} (
    is_only boolean primary key default true check (is_only), version text not null, oldest_beside text not null)`);
  await client.query(
    `insert into ${table} (version, oldest_beside) values ($1, $2)
     on conflict (is_only) do update set version = excluded.version, oldest_beside = excluded.oldest_beside
       where (schema_release.version, schema_release.oldest_beside) is distinct from (excluded.version, excluded.oldest_beside)`,
    [version, oldestBeside],
  );
}

/**
 * Whether a newer version made a schema, and this one may run beside it. False where none has said who made it.
 *
 * Refuses  MadeByAnotherVersion: it may not
 */
export async function isLedByNewer(client: pg.ClientBase, schema: string, release: SchemaRelease): Promise<boolean> {
  const made = await readRelease(client, schema);
  if (made === undefined || !isOlder(release.version, made.version)) return false;
  if (!isOlder(release.version, made.oldestBeside)) return true;
  throw new MadeByAnotherVersion(
    `This database was brought up to date by version ${made.version} and needs ${made.oldestBeside} or later, but this is version ${release.version}: start a newer one, or restore the backup that was made before the upgrade.`,
  );
}

/**
 * Asks before anything is done with a database whether a newer version has left this one behind.
 *
 * Refuses  MadeByAnotherVersion
 */
export async function refuseLeftBehind(
  database: pg.PoolConfig,
  schemas: readonly string[],
  release: SchemaRelease,
): Promise<void> {
  await withClient(database, async (client) => {
    for (const schema of schemas) await isLedByNewer(client, schema, release);
  });
}
