import type { Knex } from 'knex';

/** A transaction of memory stores: nothing to query, but it ends one way or the other. */
export interface MemoryTransaction {
  /** Stands where a SQL transaction would be; only who waits for its end gets anything from it. */
  readonly tx: Knex.Transaction;
  /** Resolves when everybody who waits for the end has been told. */
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

/** Whoever tries to use it needs a real database. */
export function noTransaction(executionPromise: Promise<void> = Promise.resolve()): Knex.Transaction {
  const refuse = () => {
    throw new TypeError('the memory store has no SQL transaction');
  };
  const get = (_target: object, name: string | symbol) => (name === 'executionPromise' ? executionPromise : refuse());
  return new Proxy(refuse, { get, apply: refuse }) as unknown as Knex.Transaction;
}
