import type { Knex } from 'knex';

/** Runs `work` after the transaction commits, before code that awaits the commit continues; not if it rolls back. */
export function afterCommit(tx: Knex.Transaction, work: () => void): void {
  tx.executionPromise.then(work, () => undefined);
}
