import type pg from 'pg';
import { type BatchLimits, CommandQueue } from '../batching/command-queue.ts';
import type { AppendResult, CommitNews } from '../types.ts';
import { type Appendable, commandRunner } from './command-runner.ts';
import type { AppendRow } from './decode-answer.ts';
import { type CommandStatement, runOn, successOf } from './run-append.ts';

/**
 * An SQL function of a service that runs commands of one kind, as `append` runs any: each all or nothing, each with its
 * own outcome. It calls `begin_append`, takes its locks, checks its guards, moves the head of each stream and calls
 * `record_events`. It returns a row (`ord`, counted from 0, and `outcome`) for each command that was not appended.
 *
 * Source   events reference 2.2, 2.9
 */
export type CommandFunction<Command> = Omit<CommandStatement<Command, Outcome>, 'decode'>;

type Outcome = Pick<AppendRow, 'outcome'>;

export interface CommandFunctionOptions<Command> {
  readonly pool: pg.Pool;
  readonly call: CommandFunction<Command>;
  readonly limits: BatchLimits;
  /** The log's name. */
  readonly service: string;
  /** Called after a commit that appended, to wake the readers it concerns. */
  readonly onCommitted: (news: CommitNews) => void;
}

const APPENDED: Outcome = { outcome: 'appended' };

/**
 * Runs commands through an SQL function, those that queue meanwhile together.
 *
 * Refuses  VersionConflict, StaleInput, OutcomeUnknown, OutageError('postgres'); a database error for what breaks a
 *          constraint
 */
export function openCommandFunction<Command extends Appendable>({
  pool,
  call,
  limits,
  service,
  onCommitted,
}: CommandFunctionOptions<Command>): (command: Command) => Promise<AppendResult['outcome']> {
  const append = runOn(pool, { ...call, decode: outcomesOf });
  const runner = commandRunner({
    append,
    service,
    resultOf: ({ outcome }: Outcome) => successOf(outcome),
    onCommitted,
  });
  const queue = new CommandQueue(limits, runner);
  return (command) => queue.submit(command);
}

function outcomesOf(rows: readonly pg.QueryResultRow[], commands: readonly unknown[]): Outcome[] {
  const outcomes = commands.map(() => APPENDED);
  for (const row of rows as readonly (Outcome & { readonly ord: number })[]) outcomes[row.ord] = row;
  return outcomes;
}
