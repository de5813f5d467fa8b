import type pg from 'pg';

/** A table of a database, its rows read to the last. */
export interface TableFacts {
  /** Such as `shop.order`. */
  readonly name: string;
  readonly rows: number;
}

const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name, c.relkind = 'r' as "isTable"
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 't', 'm') and c.relpersistence = 'p' order by 1`;

/**
 * Reads every page of every table, what is stored apart from its row too, so that a page whose checksum is wrong is found.
 * Returns those that are not PostgreSQL's own. `client` is a superuser's.
 */
export async function readEveryTable(client: pg.ClientBase): Promise<readonly TableFacts[]> {
  const { rows: tables } = await client.query<{ name: string; isTable: boolean }>(TABLES);
  // Not by an index, which knows how many rows there are and reads none.
  await client.query('set enable_indexscan = off; set enable_indexonlyscan = off; set enable_bitmapscan = off');
  const facts: TableFacts[] = [];
  for (const { name, isTable } of tables) {
    const { rows } = await client.query<{ count: string }>(`select count(*) as count from ${name}`);
    if (isTable && !/^(?:pg_|information_schema\.)/.test(name)) facts.push({ name, rows: Number(rows[0]?.count) });
  }
  return facts;
}

/** The roles that a dump of the database names in its rights, and that have to be there when it is restored. */
export async function rolesOf(client: pg.ClientBase): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select distinct r.rolname as name from pg_shdepend d join pg_roles r on r.oid = d.refobjid
    where d.refclassid = 'pg_authid'::regclass and d.dbid = (select oid from pg_database where datname = current_database())
      and r.rolname <> current_user order by 1`);
  return rows.map(({ name }) => name);
}

/** Makes those that are missing, without login, and lets whoever owns the database give them rights. */
export async function ensureRoles(client: pg.ClientBase, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const role = client.escapeIdentifier(name);
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name]);
    if (rowCount === 0) await client.query(`create role ${role} nologin`);
    await client.query(`
      do $$ begin
        if not pg_has_role(current_user, ${client.escapeLiteral(name)}, 'SET') then
          execute format('grant %I to current_user', ${client.escapeLiteral(name)});
        end if;
      end $$`);
  }
}

/** Whether anything was ever made in it: only an empty one is restored into. */
export async function isEmptyDatabase(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ count: string }>(`
    select count(*) as count from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname !~ '^(pg_|information_schema$)'`);
  return rows[0]?.count === '0';
}
