import { OutageError } from '@onceover/service-kit/errors';
import type { Readiness } from '@onceover/service-kit/lifecycle';
import type { Logger } from '@onceover/service-kit/logging';
import pg from 'pg';
import { isPassing, type OutageReason, outageReason } from './outage-reason.ts';

export interface DatabaseHealthOptions {
  /** The service's name, as its readiness reports it. */
  readonly name: string;
  readonly pool: pg.Pool;
  readonly log: Logger;
  /** Pause between two tries while the database fails, in milliseconds. Default 5,000. */
  readonly retryMs?: number;
}

interface Outage {
  readonly reason: OutageReason;
  readonly since: number;
  failures: number;
}

/**
 * Whether the database does what a service needs of it: remembers that it failed until it has been seen to write again. A
 * database can answer and yet write nothing, such as when its disk is full: a statement that only reads would call it
 * healthy.
 *
 * Shape    each outage is logged once, with its SQLSTATE, and its end once. While all is well it costs nothing but the
 *          question that readiness asks; while it is not, one try every five seconds
 */
export class DatabaseHealth implements Disposable {
  readonly #options: DatabaseHealthOptions;
  readonly #passingSaidAt = new Map<string | undefined, number>();
  #outage: Outage | undefined;
  #trying: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: DatabaseHealthOptions) {
    this.#options = options;
  }

  /** Called with every error that somebody met; those that are no outage of the database change nothing. */
  readonly met = (error: unknown): void => {
    if (!isOutage(error)) return;
    const reason = outageReason(error);
    if (isPassing(reason)) this.#sayPassing(reason);
    else this.#fail(reason);
  };

  async readiness(): Promise<Readiness> {
    const { name, pool } = this.#options;
    if (this.#outage !== undefined) await this.#tryAgain();
    else await pool.query('select 1').catch((cause) => this.met(new OutageError('postgres', { cause })));
    if (this.#outage === undefined) return { isReady: true };
    const { code, meaning } = this.#outage.reason;
    const coded = code === undefined ? '' : ` (${code})`;
    return { isReady: false, reason: `${name}: the database is failing: ${meaning}${coded}` };
  }

  [Symbol.dispose](): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #fail(reason: OutageReason): void {
    if (this.#isStopped) return;
    const { log, retryMs = 5_000 } = this.#options;
    if (this.#outage === undefined) {
      this.#outage = { reason, since: performance.now(), failures: 0 };
      log.error({ sqlstate: reason.code, reason: reason.message }, 'the database is failing');
    }
    this.#outage.failures += 1;
    this.#timer ??= setTimeout(() => void this.#tryAgain(), retryMs).unref();
  }

  /** Everybody who asks at once shares one try. */
  async #tryAgain(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#trying ??= provesToWrite(this.#options.pool)
      .then(
        () => this.#recover(),
        (cause: unknown) => this.#fail(outageReason(cause)),
      )
      .finally(() => {
        this.#trying = undefined;
      });
    await this.#trying;
  }

  #recover(): void {
    if (this.#outage === undefined) return;
    const { reason, since, failures } = this.#outage;
    this.#outage = undefined;
    const seconds = Math.round((performance.now() - since) / 1_000);
    this.#options.log.warn({ sqlstate: reason.code, seconds, failures }, 'the database works again');
  }

  #sayPassing({ code, message }: OutageReason): void {
    const last = this.#passingSaidAt.get(code) ?? Number.NEGATIVE_INFINITY;
    if (performance.now() - last < MINUTE_MS) return;
    this.#passingSaidAt.set(code, performance.now());
    this.#options.log.warn({ sqlstate: code, reason: message }, 'a database statement had to be given up');
  }
}

const MINUTE_MS = 60_000;

/** Space, memory, connections, the disk, a server that stops or that only reads; from wherever it comes. */
const OUTAGE = /^(53|57P0|58|08|25006)/;

function isOutage(error: unknown): boolean {
  if (error instanceof OutageError) return error.dependency === 'postgres';
  return error instanceof pg.DatabaseError && OUTAGE.test(error.code ?? '');
}

/**
 * Writes a megabyte to new pages and drops it again: more than anybody writes at once, so what works here works for all.
 * A row that fits into a page that is there already would be written even to a full disk.
 */
async function provesToWrite(pool: pg.Pool): Promise<void> {
  try {
    await pool.query(
      `create temporary table onceover_write_probe on commit drop as
       select repeat('x', 1000) as filling from generate_series(1, 1000)`,
    );
  } catch (error) {
    // Where temporary tables are not allowed, a database that answers has to be believed.
    if (outageReason(error).code !== '42501') throw error;
  }
}
