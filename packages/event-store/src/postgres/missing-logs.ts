import type pg from 'pg';

/** Those of the schemas that have no event log yet; services that start at once may look before it is there. */
export async function missingLogs(client: pg.ClientBase, schemas: readonly string[]): Promise<readonly string[]> {
  const { rows } = await client.query<{ readonly name: string }>(
    `select name from unnest($1::text[]) as wanted (name) where to_regclass(format('%I.events', name)) is null order by name`,
    [schemas],
  );
  return rows.map(({ name }) => name);
}
