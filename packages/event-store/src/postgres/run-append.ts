import type pg from 'pg';
import { StaleInput, VersionConflict } from '../errors.ts';
import type { AppendResult } from '../types.ts';
import { encodeBatch } from './encode-batch.ts';
import type { EncodedCommand } from './encode-command.ts';
import { isServerAnswer, outage, statementFailure } from './failures.ts';
import { LOG_START, toPosition } from './position.ts';
import { identifier } from './sql/identifiers.ts';

/** One command's outcome as `append` returns it. */
export interface AppendRow {
  readonly ord: number;
  readonly outcome: 'appended' | 'duplicate' | 'conflict' | 'stale' | 'busy';
  readonly versions: readonly number[] | null;
  readonly stream_id: string | null;
  readonly gen: number | null;
  readonly tx: string | null;
  readonly pos: string | null;
}

/** A statement that did not go through; `failure` is what it means for its callers. */
export class AppendFailed extends Error {
  readonly failure: unknown;
  /** True when the server rolled it back, so that it may run again. */
  readonly isRolledBack: boolean;

  constructor(cause: unknown, failure: unknown, isRolledBack: boolean) {
    super('append failed', { cause });
    this.failure = failure;
    this.isRolledBack = isRolledBack;
  }
}

export type AppendStatement = (commands: readonly EncodedCommand[], single: boolean) => Promise<readonly AppendRow[]>;

export function appendSql(schema: string): string {
  return `select * from ${identifier(schema)}.append($1::jsonb, $2::boolean)`;
}

/** `append` as one named prepared statement: one round trip, and its own transaction. */
export function appendStatement(pool: pg.Pool, schema: string): AppendStatement {
  const text = appendSql(schema);
  const name = `append ${schema}`;
  return async (commands, single) => {
    const values = [encodeBatch(commands), single];
    const client = await pool.connect().catch((error: unknown) => {
      throw new AppendFailed(error, outage(error), false);
    });
    try {
      const { rows } = await client.query<AppendRow>({ name, text, values });
      client.release();
      return rows;
    } catch (error) {
      const isRolledBack = isServerAnswer(error);
      client.release(!isRolledBack);
      throw new AppendFailed(error, statementFailure(error), isRolledBack);
    }
  };
}

/** The caller's answer; throws what a refused command means. A `busy` row has no answer yet. */
export function resultOf(row: AppendRow, source: string): AppendResult {
  switch (row.outcome) {
    case 'appended':
    case 'duplicate':
      return {
        outcome: row.outcome,
        versions: row.versions ?? [],
        position: positionOf(row),
        ...referenceOf(row),
        source,
      };
    case 'stale':
      throw new StaleInput('a guarded row moved on since the command was prepared');
    case 'conflict':
    case 'busy':
      throw new VersionConflict('the stream or a guarded row is not as expected');
    default: {
      const never: never = row.outcome;
      throw new TypeError(`unknown outcome ${String(never)}`);
    }
  }
}

function referenceOf({ stream_id, versions }: AppendRow): Pick<AppendResult, 'reference'> {
  const version = versions?.[0];
  return stream_id === null || version === undefined ? {} : { reference: { streamId: stream_id, version } };
}

/** A known command whose events were dropped by retention is before everything that is left. */
function positionOf({ gen, tx, pos }: AppendRow): AppendResult['position'] {
  return gen === null || tx === null || pos === null ? LOG_START : toPosition({ gen, xid: tx, pos });
}
