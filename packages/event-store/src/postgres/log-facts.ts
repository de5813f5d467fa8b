import type pg from 'pg';
import { onlyRow } from './rows.ts';
import { identifier } from './sql/identifiers.ts';

/** What there is of a log. */
export interface LogFacts {
  readonly events: number;
  /** When the newest of them occurred; undefined of an empty log. */
  readonly newest: Date | undefined;
}

/** Undefined where the database has no log in this schema. Reads all of it. */
export async function readLogFacts(client: pg.ClientBase, schema: string): Promise<LogFacts | undefined> {
  const table = `${identifier(schema)}.events`;
  const { rows } = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [table]);
  if (rows[0]?.found !== true) return undefined;
  const facts = await client.query<{ events: string; newest: Date | null }>(
    `select count(*) as events, max(e.occurred_at) as newest from ${table} e`,
  );
  const { events, newest } = onlyRow(facts);
  return { events: Number(events), newest: newest ?? undefined };
}
