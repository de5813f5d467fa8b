import { identifier } from '@onceover/event-store';
import type pg from 'pg';

const RETRY_MS = 500;

/**
 * SQL that tells the workers to poll for jobs now, as the queue itself does when jobs are added. Jobs that become due
 * in any other way would wait for the next poll.
 */
export const announceJobs = `pg_notify('jobs:insert', json_build_object('r', random(), 'count', 64)::text)`;

/**
 * Shows other processes that a worker is alive: an advisory lock on its own connection, which ends with the process.
 * Jobs of workers without such a lock are freed; the queue alone would hold them for four hours.
 */
export class Liveness implements AsyncDisposable {
  readonly #pool: pg.Pool;
  readonly #schema: string;
  #client: pg.PoolClient | undefined;
  #worker = '';
  #held: Promise<void> | undefined;
  #isOver = false;

  constructor(pool: pg.Pool, schema: string) {
    this.#pool = pool;
    this.#schema = schema;
  }

  /** Resolves when others can see that this worker is alive. */
  hold(worker: string): Promise<void> {
    this.#worker = worker;
    this.#held ??= this.#take();
    return this.#held;
  }

  async freeJobsOfTheDead(): Promise<void> {
    const s = identifier(this.#schema);
    await this.#pool.query(
      `with busy as (
         select distinct locked_by from ${s}._private_jobs where locked_by is not null and locked_by <> $2
       ), dead as materialized (
         select locked_by from busy where pg_try_advisory_xact_lock(hashtextextended($1 || locked_by, 0))
       )
       select ${s}.force_unlock_workers(array_agg(locked_by)), ${announceJobs} from dead having count(*) > 0`,
      [this.#prefix, this.#worker],
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    await this.#held;
    // Closing the connection releases the lock.
    this.#client?.release(true);
    this.#client = undefined;
  }

  get #prefix(): string {
    return `${this.#schema}:worker:`;
  }

  async #take(): Promise<void> {
    while (!this.#isOver) {
      const client = await this.#pool.connect().catch(() => undefined);
      if (client !== undefined && (await this.#lockWith(client))) return;
      // The database is down, and the jobs with it.
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }

  async #lockWith(client: pg.PoolClient): Promise<boolean> {
    try {
      await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [this.#prefix + this.#worker]);
      client.once('end', () => this.#lost(client));
      this.#client = client;
      return true;
    } catch {
      client.release(true);
      return false;
    }
  }

  #lost(client: pg.PoolClient): void {
    if (this.#client !== client || this.#isOver) return;
    this.#client = undefined;
    client.release(true);
    this.#held = this.#take();
  }
}
