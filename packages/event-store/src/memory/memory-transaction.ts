import type { Knex } from 'knex';

/** A transaction of the memory stores: there is nothing to query, but it commits or rolls back. */
export interface MemoryTransaction {
  /** Takes the place of a SQL transaction; it is only good for waiting until it ends. */
  readonly tx: Knex.Transaction;
  /** Resolves when everyone waiting for the end has been notified. */
  commit(): Promise<void>;
  rollback(): void;
}

export function memoryTransaction(): MemoryTransaction {
  const end = Promise.withResolvers<void>();
  end.promise.catch(() => undefined);
  return {
    tx: noTransaction(end.promise),
    async commit() {
      end.resolve();
      await end.promise;
    },
    rollback: () => end.reject(new Error('rolled back')),
  };
}

/** Code that tries to use it needs a real database. */
export function noTransaction(executionPromise: Promise<void> = Promise.resolve()): Knex.Transaction {
  const refuse = () => {
    throw new TypeError('the memory store has no SQL transaction');
  };
  const get = (_target: object, name: string | symbol) => (name === 'executionPromise' ? executionPromise : refuse());
  return new Proxy(refuse, { get, apply: refuse }) as unknown as Knex.Transaction;
}
