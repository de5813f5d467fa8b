import { OutageError } from '@onceover/service-kit/errors';
import pg from 'pg';

/** Classes of SQLSTATE that are our own mistake: bad data, violated constraints, wrong SQL, missing rights, bugs. */
const MISTAKE = /^(22|23|28000|42|XX)/;

/** The error of a failed read, or of a write that may be retried: an outage, unless the statement itself was wrong. */
export function databaseFailure(error: unknown): unknown {
  if (error instanceof OutageError) return error;
  const isMistake = error instanceof pg.DatabaseError && MISTAKE.test(error.code ?? '');
  return isMistake ? error : new OutageError('postgres', { cause: error });
}

/** Runs a statement that finds one row at most; null where it finds none. */
export async function queryRow<Row extends pg.QueryResultRow>(
  ...query: Parameters<typeof queryRows<Row>>
): Promise<Row | null> {
  const [row = null] = await queryRows<Row>(...query);
  return row;
}

/** Runs one statement; with a `name`, as a prepared statement. */
export async function queryRows<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  statement: { readonly name?: string; readonly text: string },
  values: unknown[] = [],
): Promise<Row[]> {
  try {
    const { rows } = await pool.query<Row>({ ...statement, values });
    return rows;
  } catch (error) {
    throw databaseFailure(error);
  }
}
