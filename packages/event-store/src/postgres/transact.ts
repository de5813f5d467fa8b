import type { Knex } from 'knex';
import { newsOf } from '../commands/news-of.ts';
import { DuplicateCommand, OutcomeUnknown } from '../errors.ts';
import type { AppendCommand, CheckEvents, CommandContext, CommitNews, UnitOfWork } from '../types.ts';
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
      let appended: ReturnType<typeof appendIn> | undefined;
      const append: UnitOfWork['append'] = async (...appends) => {
        if (appended !== undefined) throw new TypeError('a transaction appends once');
        appended = appendIn(tx, options, { context, appends });
        return (await appended).result;
      };
      const done = await work({ tx, append });
      // A refused append keeps the rest from committing, even if the caller swallowed the refusal.
      news = (await appended)?.news;
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

async function appendIn(tx: Knex.Transaction, { schema, service, check }: TransactOptions, command: AppendCommand) {
  const encoded = encodeCommand(command, check);
  const answer = await queryOn<AnswerRow>(tx, appendSql(schema), encodeBatch([encoded], true));
  const [row] = outcomesOf(answer.rows, [encoded]);
  if (row === undefined) throw new TypeError('append returned nothing');
  const result = resultOf(row, service);
  if (result.outcome === 'duplicate') {
    throw new DuplicateCommand(result.reference ?? { streamId: '', version: 0 });
  }
  return { result, news: newsOf(service, encoded.news) };
}
