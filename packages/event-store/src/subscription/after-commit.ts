import type { Knex } from 'knex';

/** Runs `work` when the transaction has committed, before whoever awaits the commit goes on; never when it has not. */
export function afterCommit(tx: Knex.Transaction, work: () => void): void {
  tx.executionPromise.then(work, () => undefined);
}
