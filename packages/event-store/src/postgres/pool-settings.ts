import type { PoolConfig } from 'pg';

export interface PoolOptions {
  /** Connections: the event store needs four with its default batching, the rest of the service needs some more. */
  readonly max: number;
  /** `application_name`, seen in `pg_stat_activity`. */
  readonly name: string;
}

/**
 * What every application pool needs so that nothing waits for ever and no transaction holds back the readers' horizon.
 * Add the address. Milliseconds throughout.
 *
 * Source   events reference 2.7
 */
export function poolSettings({ max, name }: PoolOptions): PoolConfig {
  return {
    max,
    application_name: name,
    statement_timeout: 5_000,
    lock_timeout: 2_000,
    idle_in_transaction_session_timeout: 5_000,
    query_timeout: 7_000,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    options: '-c transaction_timeout=10000',
  };
}
