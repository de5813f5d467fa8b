import knex, { type Knex } from 'knex';
import type pg from 'pg';
import { OutcomeUnknown } from '../errors.ts';
import { isServerAnswer, outage, uncommittedFailure } from './failures.ts';

/** knex on a pool that its caller owns and ends. Its errors show statements without the values bound to them. */
export function knexOn(pool: pg.Pool): Knex {
  return knex({ client: 'pg', connectionPool: pool, log: SILENT, compileSqlOnError: false });
}

/** Failures reach the caller; knex would also print them. */
const SILENT = { warn: () => undefined, error: () => undefined, deprecate: () => undefined, debug: () => undefined };

/**
 * Runs `work` in one transaction.
 *
 * Refuses  OutageError('postgres'): nothing was written, ask again later; OutcomeUnknown: the line broke while it
 *          committed; whatever `work` throws, rolled back
 */
export async function inTransaction<R>(knex: Knex, work: (tx: Knex.Transaction) => Promise<R>): Promise<R> {
  const tx = await knex.transaction().catch((error: unknown) => {
    throw outage(error);
  });
  // It also rejects if a rollback finds no connection; that changes nothing.
  tx.executionPromise.catch(() => undefined);
  let result: R;
  try {
    result = await work(tx);
    // Fails when a caller swallowed an error: COMMIT would then quietly roll back.
    await tx.raw('select 1');
  } catch (error) {
    // @NOTE without a reason knex would resolve the promise that tells of the end, as if it had committed.
    await tx.rollback(error).catch(() => undefined);
    throw uncommittedFailure(error);
  }
  await commit(tx);
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

/**
 * Runs one statement with `$1, $2 …` on the connection of a transaction, so that all handwritten SQL has one style of
 * parameters. Errors are PostgreSQL's own.
 */
export async function queryOn<Row extends pg.QueryResultRow>(
  tx: Knex.Transaction,
  text: string,
  values: readonly unknown[] = [],
): Promise<pg.QueryResult<Row>> {
  // Its connection may already be in use by another transaction.
  if (tx.isCompleted()) throw new TypeError('the transaction is over');
  const client: pg.ClientBase = await tx.client.acquireConnection();
  return await client.query<Row>(text, [...values]);
}
