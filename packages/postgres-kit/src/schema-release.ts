import { identifier } from '@onceover/event-store';
import type pg from 'pg';

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
