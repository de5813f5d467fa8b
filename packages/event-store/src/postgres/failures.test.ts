import { OutageError } from '@onceover/service-kit/errors';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { OutcomeUnknown, VersionConflict } from '../errors.ts';
import { NeverSent, statementFailure, uncommittedFailure } from './failures.ts';

function answered(code: string, table?: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError('no', 2, 'error'), { code, table });
}

const system = Object.assign(new Error('read ECONNRESET'), { errno: -104, syscall: 'read', code: 'ECONNRESET' });

describe('a statement that was its own transaction', () => {
  test.each(['55P03', '57014', '40P01', '53100', '53300', '25006'])(
    'was rolled back because something was missing: %s',
    (code) => {
      const failure = statementFailure(answered(code));
      expect(failure).toBeInstanceOf(OutageError);
      expect(failure).not.toBeInstanceOf(OutcomeUnknown);
    },
  );

  test.each(['57P01', '57P02', '08006', '25P04'])('ended with its session, so the outcome is unknown: %s', (code) => {
    expect(statementFailure(answered(code))).toBeInstanceOf(OutcomeUnknown);
  });

  test.each([system, new Error('Connection terminated unexpectedly'), new Error('Query read timeout')])(
    'lost its connection, so the outcome is unknown: %s',
    (error) => {
      expect(statementFailure(error)).toBeInstanceOf(OutcomeUnknown);
      expect(statementFailure(error)).toMatchObject({ cause: error });
    },
  );

  test('was never sent', () => {
    const failure = statementFailure(new NeverSent());
    expect(failure).toBeInstanceOf(OutageError);
    expect(failure).not.toBeInstanceOf(OutcomeUnknown);
  });

  test('says that it was not sent: words prove nothing, so the outcome is unknown', () => {
    expect(statementFailure(new Error('Client was closed and is not queryable'))).toBeInstanceOf(OutcomeUnknown);
  });

  test("violated a constraint: a conflict if it is the log's, otherwise its own fault", () => {
    expect(statementFailure(answered('23505', 'events_2026_01'))).toBeInstanceOf(VersionConflict);
    expect(statementFailure(answered('23505', 'events'))).toBeInstanceOf(VersionConflict);
    const other = answered('23505', 'events_archive');
    expect(statementFailure(other)).toBe(other);
    const check = answered('23514', 'events');
    expect(statementFailure(check)).toBe(check);
  });
});

describe('a transaction that was not committed', () => {
  test.each([
    system,
    answered('57P01'),
    answered('57014'),
    new Error('Connection terminated unexpectedly'),
    new Error('Client was closed and is not queryable'),
  ])('is an outage if the database became unavailable: %s', (error) => {
    const failure = uncommittedFailure(error);
    expect(failure).toBeInstanceOf(OutageError);
    expect(failure).not.toBeInstanceOf(OutcomeUnknown);
  });

  test('passes on the error its work threw', () => {
    const thrown = new RangeError('mine');
    expect(uncommittedFailure(thrown)).toBe(thrown);
  });
});
