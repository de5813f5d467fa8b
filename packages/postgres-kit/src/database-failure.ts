import { OutageError } from '@onceover/service-kit/errors';
import pg from 'pg';

/** Classes of SQLSTATE that are our own mistake: bad data, broken constraints, wrong SQL, missing rights, bugs. */
const MISTAKE = /^(22|23|28000|42|XX)/;

/** What a failed read, or a write that may simply be tried again, means: the database is away, unless we asked nonsense. */
export function databaseFailure(error: unknown): unknown {
  if (error instanceof OutageError) return error;
  const isMistake = error instanceof pg.DatabaseError && MISTAKE.test(error.code ?? '');
  return isMistake ? error : new OutageError('postgres', { cause: error });
}

/** Runs one statement; `name` makes it a prepared one. */
export async function queryRows<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  statement: { readonly name?: string; readonly text: string },
  values: unknown[],
): Promise<Row[]> {
  try {
    const { rows } = await pool.query<Row>({ ...statement, values });
    return rows;
  } catch (error) {
    throw databaseFailure(error);
  }
}
