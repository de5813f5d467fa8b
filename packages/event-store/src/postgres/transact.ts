import knex, { type Knex } from 'knex';
import type pg from 'pg';
import { DuplicateCommand, OutcomeUnknown } from '../errors.ts';
import type { AppendResult, CommandContext, StreamAppend, UnitOfWork } from '../types.ts';
import { type AnswerRow, outcomesOf } from './decode-answer.ts';
import { encodeBatch } from './encode-batch.ts';
import { encodeCommand } from './encode-command.ts';
import { isServerAnswer, outage, uncommittedFailure } from './failures.ts';
import { appendSql, resultOf } from './run-append.ts';

/** knex on a pool that somebody else owns and ends. Its errors show statements without the values bound to them. */
export function knexOn(pool: pg.Pool): Knex {
  return knex({ client: 'pg', connectionPool: pool, log: SILENT, compileSqlOnError: false });
}

/** Failures reach the caller; knex would also print them. */
const SILENT = { warn: () => undefined, error: () => undefined, deprecate: () => undefined, debug: () => undefined };

export interface TransactOptions {
  readonly knex: Knex;
  readonly schema: string;
  readonly service: string;
  onCommitted(): void;
}

/** Runs code between statements of one transaction; see `EventStore.transact`. */
export async function transact<R>(
  { knex, schema, service, onCommitted }: TransactOptions,
  context: CommandContext,
  work: (uow: UnitOfWork) => Promise<R>,
): Promise<R> {
  const tx = await knex.transaction().catch((error: unknown) => {
    throw outage(error);
  });
  // It also rejects when a rollback finds no connection; that changes nothing.
  tx.executionPromise.catch(() => undefined);
  const appending = new TransactAppend(tx, schema, service, context);
  let result: R;
  try {
    result = await work({ tx, append: (...appends) => appending.append(appends) });
    appending.refuseUnlessWhole();
    // Fails when a caller swallowed an error: COMMIT would then quietly roll back.
    await tx.raw('select 1');
  } catch (error) {
    await tx.rollback().catch(() => undefined);
    throw uncommittedFailure(error);
  }
  await commit(tx);
  if (appending.hasAppended) onCommitted();
  return result;
}

async function commit(tx: Knex.Transaction): Promise<void> {
  try {
    await tx.commit();
    // @NOTE knex's commit() resolves even where COMMIT failed; only this promise tells.
    await tx.executionPromise;
  } catch (error) {
    throw isServerAnswer(error) ? uncommittedFailure(error) : new OutcomeUnknown(error);
  }
}

class TransactAppend {
  readonly #tx: Knex.Transaction;
  readonly #schema: string;
  readonly #service: string;
  readonly #context: CommandContext;
  #isCalled = false;
  #failure: unknown;
  hasAppended = false;

  constructor(tx: Knex.Transaction, schema: string, service: string, context: CommandContext) {
    this.#tx = tx;
    this.#schema = schema;
    this.#service = service;
    this.#context = context;
  }

  async append(appends: readonly StreamAppend[]): Promise<AppendResult> {
    if (this.#isCalled) throw new TypeError('a transaction appends once');
    this.#isCalled = true;
    try {
      const result = await this.#run(appends);
      this.hasAppended = true;
      return result;
    } catch (error) {
      this.#failure = error;
      throw error;
    }
  }

  /** An append that was refused keeps the rest from committing, even when the caller swallowed the refusal. */
  refuseUnlessWhole(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  async #run(appends: readonly StreamAppend[]): Promise<AppendResult> {
    const command = encodeCommand({ context: this.#context, appends, shared: [], guards: [], inline: [] });
    const sql = appendSql(this.#schema, () => '?');
    const answer: { rows: readonly AnswerRow[] } = await this.#tx.raw(sql, encodeBatch([command], true));
    const [row] = outcomesOf(answer.rows, [command]);
    if (row === undefined) throw new TypeError('append answered nothing');
    const result = resultOf(row, this.#service);
    if (result.outcome === 'duplicate') {
      throw new DuplicateCommand(result.reference ?? { streamId: '', version: 0 });
    }
    return result;
  }
}
