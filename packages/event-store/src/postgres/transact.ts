import type { Knex } from 'knex';
import { newsOf } from '../commands/news-of.ts';
import { DuplicateCommand, OutcomeUnknown } from '../errors.ts';
import type { AppendResult, CheckEvents, CommandContext, CommitNews, StreamAppend, UnitOfWork } from '../types.ts';
import { type AnswerRow, outcomesOf } from './decode-answer.ts';
import { encodeBatch } from './encode-batch.ts';
import { encodeCommand } from './encode-command.ts';
import { appendSql, resultOf } from './run-append.ts';
import { inTransaction, queryOn } from './transaction.ts';

export interface TransactOptions {
  readonly knex: Knex;
  readonly schema: string;
  readonly service: string;
  readonly check: CheckEvents;
  onCommitted(news: CommitNews): void;
}

/** Runs code between statements of one transaction; see `EventStore.transact`. */
export async function transact<R>(
  options: TransactOptions,
  context: CommandContext,
  work: (uow: UnitOfWork) => Promise<R>,
): Promise<R> {
  let news: CommitNews | undefined;
  const tell = () => {
    if (news !== undefined) options.onCommitted(news);
  };
  try {
    const result = await inTransaction(options.knex, async (tx) => {
      const appending = new TransactAppend(tx, options, context);
      const done = await work({ tx, append: (...appends) => appending.append(appends) });
      appending.refuseUnlessWhole();
      news = appending.news;
      return done;
    });
    tell();
    return result;
  } catch (error) {
    // Perhaps it did commit, and then nobody would hear of it: a command that is run again is only a duplicate.
    if (error instanceof OutcomeUnknown) tell();
    throw error;
  }
}

class TransactAppend {
  readonly #tx: Knex.Transaction;
  readonly #options: TransactOptions;
  readonly #context: CommandContext;
  #isCalled = false;
  #failure: unknown;
  news: CommitNews | undefined;

  constructor(tx: Knex.Transaction, options: TransactOptions, context: CommandContext) {
    this.#tx = tx;
    this.#options = options;
    this.#context = context;
  }

  async append(appends: readonly StreamAppend[]): Promise<AppendResult> {
    if (this.#isCalled) throw new TypeError('a transaction appends once');
    this.#isCalled = true;
    try {
      return await this.#run(appends);
    } catch (error) {
      this.#failure = error;
      throw error;
    }
  }

  /** A refused append keeps the rest from committing, even if the caller swallowed the refusal. */
  refuseUnlessWhole(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  async #run(appends: readonly StreamAppend[]): Promise<AppendResult> {
    const { schema, service, check } = this.#options;
    const command = encodeCommand({ context: this.#context, appends }, check);
    const answer = await queryOn<AnswerRow>(this.#tx, appendSql(schema), encodeBatch([command], true));
    const [row] = outcomesOf(answer.rows, [command]);
    if (row === undefined) throw new TypeError('append returned nothing');
    const result = resultOf(row, service);
    if (result.outcome === 'duplicate') {
      throw new DuplicateCommand(result.reference ?? { streamId: '', version: 0 });
    }
    this.news = newsOf(service, command.news);
    return result;
  }
}
