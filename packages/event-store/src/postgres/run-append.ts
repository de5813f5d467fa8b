import type pg from 'pg';
import { StaleInput, VersionConflict } from '../errors.ts';
import type { AppendResult } from '../types.ts';
import { type AnswerRow, type AppendRow, outcomesOf } from './decode-answer.ts';
import { encodeBatch } from './encode-batch.ts';
import type { EncodedCommand } from './encode-command.ts';
import { isServerAnswer, outage, statementFailure } from './failures.ts';
import { APPEND_ARGUMENTS } from './sql/append-arguments.ts';
import { identifier } from './sql/identifiers.ts';

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

export type AppendStatement = (commands: readonly EncodedCommand[], single: boolean) => Promise<readonly AppendRow[]>;

/** The call, with an argument for each of `APPEND_ARGUMENTS`. */
export function appendSql(schema: string): string {
  const args = APPEND_ARGUMENTS.map(([, type], index) => `$${index + 1}::${type}`);
  return `select * from ${identifier(schema)}.append(${args.join(', ')})`;
}

/** `append` as one named prepared statement: one round trip, and its own transaction. */
export function appendStatement(pool: pg.Pool, schema: string): AppendStatement {
  const text = appendSql(schema);
  const name = `append ${schema}`;
  return async (commands, single) => {
    const values = encodeBatch(commands, single);
    const client = await pool.connect().catch((error: unknown) => {
      throw new AppendFailed(error, outage(error), false);
    });
    try {
      const { rows } = await client.query<AnswerRow>({ name, text, values });
      client.release();
      return outcomesOf(rows, commands);
    } catch (error) {
      const isRolledBack = isServerAnswer(error);
      client.release(!isRolledBack);
      throw new AppendFailed(error, statementFailure(error), isRolledBack);
    }
  };
}

/** The caller's answer; throws the error of a refused command. A `busy` one has no answer yet. */
export function resultOf({ outcome, ...written }: AppendRow, source: string): AppendResult {
  switch (outcome) {
    case 'appended':
    case 'duplicate':
      return { outcome, ...written, source };
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
