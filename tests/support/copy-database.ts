import type { PostgresAddress } from '@onceover/postgres-server';
import pg from 'pg';

interface Table {
  readonly name: string;
  /** Those that are not computed. */
  readonly columns: string;
}

const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
  where c.relkind = 'r' and n.nspname !~ '^(pg_|information_schema$)'
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  group by 1 order by 1`;
const SEQUENCES = `
  select format('%I.%I', schemaname, sequencename) as name, last_value as last from pg_sequences
  where last_value is not null`;

/**
 * What `pg_dump` reads and a restore writes: all rows as of one moment, while others work, and the state of sequences. The
 * embedded PostgreSQL brings no `pg_dump`. `to` has the same tables; what is in them goes. Its superuser writes, as at a restore.
 */
export async function copyDatabase(from: PostgresAddress, to: PostgresAddress): Promise<void> {
  const source = new pg.Client(from);
  const target = new pg.Client({ ...to, user: 'postgres' });
  await Promise.all([source.connect(), target.connect()]);
  try {
    await source.query('begin isolation level repeatable read read only');
    await target.query('begin; set local session_replication_role = replica');
    const { rows: tables } = await source.query<Table>(TABLES);
    await target.query(`truncate ${tables.map(({ name }) => name).join(', ')} cascade`);
    for (const table of tables) await copyTable(source, target, table);
    const { rows: sequences } = await source.query<{ name: string; last: string }>(SEQUENCES);
    for (const { name, last } of sequences) await target.query('select setval($1, $2::bigint)', [name, last]);
    await target.query('commit');
    await source.query('commit');
  } finally {
    await Promise.all([source.end(), target.end()]);
  }
}

async function copyTable(source: pg.Client, target: pg.Client, { name, columns }: Table): Promise<void> {
  const { rows } = await source.query<{ all: string }>(
    `select coalesce(json_agg(t), '[]')::text as all from ${name} t`,
  );
  await target.query(
    `insert into ${name} (${columns}) overriding system value select ${columns} from json_populate_recordset(null::${name}, $1::json)`,
    [rows[0]?.all],
  );
}
