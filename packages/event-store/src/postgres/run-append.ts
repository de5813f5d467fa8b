import { codeOf } from '@onceover/service-kit/errors';
import type pg from 'pg';
import { StaleInput, VersionConflict } from '../errors.ts';
import type { AppendResult } from '../types.ts';
import { type AnswerRow, type AppendRow, outcomesOf } from './decode-answer.ts';
import { encodeBatch } from './encode-batch.ts';
import type { EncodedCommand } from './encode-command.ts';
import { isServerAnswer, NeverSent, outage, statementFailure } from './failures.ts';
import { APPEND_ARGUMENTS } from './sql/append-arguments.ts';
import { identifier } from './sql/identifiers.ts';
import { isDead } from './survive-lost-connections.ts';

/** A statement that failed; `failure` is what that means for its callers. */
export class AppendFailed extends Error {
  readonly failure: unknown;
  /** True if the server rolled it back, so that it may run again. */
  readonly isRolledBack: boolean;

  constructor(cause: unknown, failure: unknown, isRolledBack: boolean) {
    super('append failed', { cause });
    this.failure = failure;
    this.isRolledBack = isRolledBack;
  }
}

/** Runs commands as one statement, which is its own transaction: their rows, in the order of the commands. */
export type AppendStatement<Command, Row> = (commands: readonly Command[], single: boolean) => Promise<readonly Row[]>;

/** A prepared statement that calls a function for any number of commands. */
export interface CommandStatement<Command, Row> {
  readonly name: string;
  readonly text: string;
  /** Arguments of the call; `single` lets the command wait for its locks, because no neighbour waits with it. */
  encode(commands: readonly Command[], single: boolean): unknown[];
  decode(rows: readonly pg.QueryResultRow[], commands: readonly Command[]): readonly Row[];
  /** Called where an argument does not have the form that the server now asks for; after it, they are encoded anew, once. */
  refit?(): Promise<void>;
}

/** PostgreSQL's word for a row that does not have the columns of its table. */
const MISFIT = '42804';

/** The call, with an argument for each of `APPEND_ARGUMENTS`. */
export function appendSql(schema: string): string {
  const args = APPEND_ARGUMENTS.map(([, type], index) => `$${index + 1}::${type}`);
  return `select * from ${identifier(schema)}.append(${args.join(', ')})`;
}

export function appendStatement(schema: string): CommandStatement<EncodedCommand, AppendRow> {
  return {
    name: `append ${schema}`,
    text: appendSql(schema),
    encode: encodeBatch,
    decode: (rows, commands) => outcomesOf(rows as readonly AnswerRow[], commands),
  };
}

/** A statement as one round trip; as two where a newer version of the program has added columns meanwhile. */
export function runOn<Command, Row>(
  pool: pg.Pool,
  statement: CommandStatement<Command, Row>,
): AppendStatement<Command, Row> {
  const { refit } = statement;
  const run = runOnce(pool, statement);
  if (refit === undefined) return run;
  return async (commands, single) => {
    try {
      return await run(commands, single);
    } catch (error) {
      if (!(error instanceof AppendFailed) || codeOf(error.cause) !== MISFIT) throw error;
      await refit();
      return await run(commands, single);
    }
  };
}

function runOnce<Command, Row>(
  pool: pg.Pool,
  { name, text, encode, decode }: CommandStatement<Command, Row>,
): AppendStatement<Command, Row> {
  return async (commands, single) => {
    const values = encode(commands, single);
    const client = await pool.connect().catch((error: unknown) => {
      throw new AppendFailed(error, outage(error), false);
    });
    try {
      if (isDead(client)) throw new NeverSent();
      const { rows } = await client.query<pg.QueryResultRow>({ name, text, values });
      client.release();
      return decode(rows, commands);
    } catch (error) {
      const isRolledBack = isServerAnswer(error);
      client.release(!isRolledBack);
      throw new AppendFailed(error, statementFailure(error), isRolledBack);
    }
  };
}

export function resultOf({ outcome, ...written }: AppendRow, source: string): AppendResult {
  return { outcome: successOf(outcome), ...written, source };
}

/** Throws the error of a refused command. A `busy` one has no answer yet. */
export function successOf(outcome: AppendRow['outcome']): AppendResult['outcome'] {
  switch (outcome) {
    case 'appended':
    case 'duplicate':
      return outcome;
    case 'stale':
      throw new StaleInput('a guarded row moved on since the command was prepared');
    case 'conflict':
    case 'busy':
      throw new VersionConflict('the stream or a guarded row is not as expected');
    default: {
      const never: never = outcome;
      throw new TypeError(`unknown outcome ${String(never)}`);
    }
  }
}
