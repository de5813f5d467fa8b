import type { Knex } from 'knex';

/** Stands where a transaction would be; whoever tries to use it needs a real database. */
export function noTransaction(): Knex.Transaction {
  const refuse = () => {
    throw new TypeError('the memory store has no SQL transaction');
  };
  return new Proxy(refuse, { get: refuse, apply: refuse }) as unknown as Knex.Transaction;
}
