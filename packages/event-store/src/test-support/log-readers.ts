import type pg from 'pg';
import { logReader, type PostgresLogReader } from '../postgres/log-reader.ts';
import type { EventFilter } from '../types.ts';

/** A reader of a log that hears of no commits. `quietTypes` are the log's own. */
export function readerOf(
  pool: pg.Pool,
  schema: string,
  filter: EventFilter = {},
  quietTypes: readonly string[] = [],
): PostgresLogReader {
  const follow = () => Promise.reject(new TypeError('this reader follows nothing'));
  return logReader({ pool, schema, source: schema, filter, quietTypes, follow });
}
