import { NamedError, OutageError } from '@onceover/service-kit/errors';
import pg from 'pg';
import { OutcomeUnknown, VersionConflict } from '../errors.ts';

/** The server ended the session: nobody knows whether the commit succeeded. */
const SESSION_ENDED = /^(08|57P0[1235]$|25P0[34]$)/;
/** Rolled back because something was missing: a lock in time (55P03), time (57014), space, memory, slots, a primary. */
const OUTAGE = /^(55P03|57014|53|40P01|40001|25006|57P03|58)/;

/** The cause of a statement that was kept back because its connection was known to be dead: it never left this process. */
export class NeverSent extends NamedError {
  constructor() {
    super('the connection had died before the statement was sent');
  }
}

export const DEADLOCK = '40P01';

/** The server's own answer (its transaction is rolled back), as opposed to a connection that died. */
export function isServerAnswer(error: unknown): error is pg.DatabaseError & { code: string } {
  return error instanceof pg.DatabaseError && error.code !== undefined && !SESSION_ENDED.test(error.code);
}

/** What the failure of a statement that is its own transaction means for the caller. */
export function statementFailure(error: unknown): unknown {
  if (!isServerAnswer(error)) return error instanceof NeverSent ? outage(error) : new OutcomeUnknown(error);
  return answeredFailure(error);
}

/** What a failure inside an open transaction means: nothing was committed, whatever happened to the connection. */
export function uncommittedFailure(error: unknown): unknown {
  if (isServerAnswer(error)) return answeredFailure(error);
  return isConnectionFailure(error) ? outage(error) : error;
}

export function outage(cause: unknown): OutageError {
  return new OutageError('postgres', { cause });
}

function answeredFailure(error: pg.DatabaseError & { code: string }): unknown {
  // "Failing row contains (…)": the data to be written must not be in an error that will be logged.
  error.detail = undefined;
  if (OUTAGE.test(error.code)) return outage(error);
  if (error.code === '23505' && /^events(_\d{4}_\d{2})?$/.test(error.table ?? '')) {
    return new VersionConflict('another command wrote this stream first', { cause: error });
  }
  return error;
}

function isConnectionFailure(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return true;
  if (!(error instanceof Error)) return false;
  const isSystem = 'errno' in error && 'syscall' in error;
  return (
    isSystem ||
    // Whatever these words mean, nothing was committed: they only tell an outage from a fault.
    /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client (was|has))/.test(
      error.message,
    )
  );
}
