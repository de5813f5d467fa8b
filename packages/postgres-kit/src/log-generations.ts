import type pg from 'pg';
import { withClient } from './app-connection.ts';

/** The generation of the log in each of these schemas. A log that was restored begins another one when it is opened. */
export async function readLogGenerations(
  database: pg.PoolConfig,
  schemas: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  return await withClient(database, async (client) => {
    const generations = new Map<string, number>();
    for (const schema of schemas) {
      const { rows } = await client.query<{ gen: number }>(
        `select gen from ${client.escapeIdentifier(schema)}.log_meta`,
      );
      generations.set(schema, rows[0]?.gen ?? 0);
    }
    return generations;
  });
}
