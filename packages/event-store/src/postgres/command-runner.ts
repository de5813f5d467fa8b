import type { MemberOutcome, QueueRunner } from '../batching/command-queue.ts';
import { type Appended, newsOf } from '../commands/news-of.ts';
import type { AppendResult, CommitNews } from '../types.ts';
import type { AppendRow } from './decode-answer.ts';
import type { EncodedCommand } from './encode-command.ts';
import { DEADLOCK } from './failures.ts';
import { AppendFailed, type AppendStatement, resultOf } from './run-append.ts';

const DEADLOCK_RETRIES = 2;

export interface RunnerOptions {
  readonly append: AppendStatement;
  readonly service: string;
  onCommitted(news: CommitNews): void;
}

/** Turns the statement's rows and failures into each command's own outcome. */
export function commandRunner({
  append,
  service,
  onCommitted,
}: RunnerOptions): QueueRunner<EncodedCommand, AppendResult> {
  function tell(commands: readonly EncodedCommand[], rows: readonly AppendRow[]): void {
    const news = newsOf(service, appendedOf(commands, rows));
    if (news !== undefined) onCommitted(news);
  }

  async function runAlone(command: EncodedCommand): Promise<AppendResult> {
    for (let retries = 0; ; retries += 1) {
      try {
        const [row] = await append([command], true);
        if (row === undefined) throw new TypeError('append returned nothing');
        tell([command], [row]);
        return resultOf(row, service);
      } catch (error) {
        if (!(error instanceof AppendFailed)) throw error;
        if (!isDeadlock(error) || retries === DEADLOCK_RETRIES) throw error.failure;
      }
    }
  }

  async function runBatch(commands: readonly EncodedCommand[]): Promise<readonly MemberOutcome<AppendResult>[]> {
    try {
      const rows = await append(commands, false);
      tell(commands, rows);
      return rows.map((row) => outcomeOf(row, service));
    } catch (error) {
      const outcome = batchFailure(error, commands.length);
      return commands.map(() => outcome);
    }
  }

  return { runBatch, runAlone };
}

function appendedOf(commands: readonly EncodedCommand[], rows: readonly AppendRow[]): Appended[] {
  return commands.flatMap(({ isOwned, types }, index) => {
    const row = rows[index];
    return row?.outcome === 'appended' ? [{ position: row.position, isOwned, types }] : [];
  });
}

function outcomeOf(row: AppendRow, service: string): MemberOutcome<AppendResult> {
  if (row.outcome === 'busy') return { kind: 'alone' };
  try {
    return { kind: 'done', result: resultOf(row, service) };
  } catch (error) {
    return { kind: 'failed', error };
  }
}

/** Rolled back with neighbours: each runs again alone. Otherwise all share the connection's fate; none runs twice. */
function batchFailure(error: unknown, count: number): MemberOutcome<AppendResult> {
  if (!(error instanceof AppendFailed)) return { kind: 'failed', error };
  if (error.isRolledBack && (count > 1 || isDeadlock(error))) return { kind: 'alone' };
  return { kind: 'failed', error: error.failure };
}

function isDeadlock({ cause }: AppendFailed): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === DEADLOCK;
}
