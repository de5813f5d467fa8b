import { codeOf } from '@onceover/service-kit/errors';
import type { MemberOutcome, Queued, QueueRunner } from '../batching/command-queue.ts';
import { type Appended, newsOf } from '../commands/news-of.ts';
import { OutcomeUnknown } from '../errors.ts';
import type { CommitNews } from '../types.ts';
import type { AppendRow } from './decode-answer.ts';
import { DEADLOCK } from './failures.ts';
import { AppendFailed, type AppendStatement } from './run-append.ts';

const DEADLOCK_RETRIES = 2;

export type Appendable = Queued & Appended;

export interface RunnerOptions<Command, Row, Result> {
  readonly append: AppendStatement<Command, Row>;
  /** The log's name. */
  readonly service: string;
  /** Throws the error of a refused command. */
  resultOf(row: Row): Result;
  /** Called after a commit that appended, and after one whose outcome is unknown. */
  onCommitted(news: CommitNews): void;
}

/** Turns the statement's rows and failures into each command's own outcome. */
export function commandRunner<Command extends Appendable, Row extends Pick<AppendRow, 'outcome'>, Result>({
  append,
  service,
  resultOf,
  onCommitted,
}: RunnerOptions<Command, Row, Result>): QueueRunner<Command, Result> {
  function tell(commands: readonly Command[]): void {
    const news = newsOf(
      service,
      commands.flatMap((command) => command.news),
    );
    if (news !== undefined) onCommitted(news);
  }

  async function run(commands: readonly Command[], alone: boolean): Promise<readonly Row[]> {
    try {
      const rows = await append(commands, alone);
      tell(commands.filter((_command, index) => rows[index]?.outcome === 'appended'));
      return rows;
    } catch (error) {
      // Perhaps it did commit, and then nobody would hear of it: a command that is run again is only a duplicate.
      if (error instanceof AppendFailed && error.failure instanceof OutcomeUnknown) tell(commands);
      throw error;
    }
  }

  async function runAlone(command: Command): Promise<Result> {
    for (let retries = 0; ; retries += 1) {
      try {
        const [row] = await run([command], true);
        if (row === undefined) throw new TypeError('append returned nothing');
        return resultOf(row);
      } catch (error) {
        if (!(error instanceof AppendFailed)) throw error;
        if (!isDeadlock(error) || retries === DEADLOCK_RETRIES) throw error.failure;
      }
    }
  }

  async function runBatch(commands: readonly Command[]): Promise<readonly MemberOutcome<Result>[]> {
    try {
      const rows = await run(commands, false);
      return rows.map((row) => outcomeOf(row, resultOf));
    } catch (error) {
      const outcome = batchFailure(error, commands.length);
      return commands.map(() => outcome);
    }
  }

  return { runBatch, runAlone };
}

function outcomeOf<Row extends Pick<AppendRow, 'outcome'>, Result>(
  row: Row,
  resultOf: (row: Row) => Result,
): MemberOutcome<Result> {
  if (row.outcome === 'busy') return { kind: 'alone' };
  try {
    return { kind: 'done', result: resultOf(row) };
  } catch (error) {
    return { kind: 'failed', error };
  }
}

/** Rolled back with neighbours: each runs again alone. Otherwise all share the connection's fate; none runs twice. */
function batchFailure(error: unknown, count: number): MemberOutcome<never> {
  if (!(error instanceof AppendFailed)) return { kind: 'failed', error };
  if (error.isRolledBack && (count > 1 || isDeadlock(error))) return { kind: 'alone' };
  return { kind: 'failed', error: error.failure };
}

function isDeadlock({ cause }: AppendFailed): boolean {
  return codeOf(cause) === DEADLOCK;
}
