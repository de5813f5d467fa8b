import type { Quantiles, Random } from './random.ts';
import type { Simulation } from './simulation.ts';
import { Station, type Trace, workOf } from './station.ts';

export interface Statement {
  readonly name: string;
  readonly traces: readonly Trace[];
  /** Of the backend. */
  readonly cpuMs: number;
  /** Nothing for what only reads. */
  readonly walBytes?: number;
}

export interface DatabaseOptions {
  /** The cores that backends share with nobody, or with whatever else is given them. */
  readonly cores: Station;
  /** How long a flush of the write-ahead log takes. */
  readonly flushMs: Quantiles;
  /** What the log's disk writes in a millisecond. */
  readonly walBytesPerMs: number;
}

/**
 * PostgreSQL as its callers see it: a statement takes a core, and one that writes waits for a flush. What commits while a flush
 * is on its way goes with the next one.
 */
export class Database {
  readonly #simulation: Simulation;
  readonly #cores: Station;
  readonly #flush: Station;
  readonly #walBytesPerMs: number;
  /** Transactions that have begun and not ended, by the order of their beginning. */
  readonly #open = new Set<number>();
  readonly #hidden: { readonly transaction: number; readonly seen: () => void }[] = [];
  #begun = 0;
  walBytes = 0;

  constructor(simulation: Simulation, random: Random, { cores, flushMs, walBytesPerMs }: DatabaseOptions) {
    this.#simulation = simulation;
    this.#cores = cores;
    this.#walBytesPerMs = walBytesPerMs;
    this.#flush = new Station(simulation, {
      name: 'flush of the WAL',
      servers: 1,
      mostAtOnce: Number.POSITIVE_INFINITY,
      serve: (batch, finished) => simulation.after(random.like(flushMs) + workOf(batch), finished),
    });
  }

  /** `done` gets the transaction's number. */
  run({ traces, cpuMs, walBytes = 0 }: Statement, done: (transaction: number) => void): void {
    const transaction = this.#begun++;
    if (walBytes > 0) this.#open.add(transaction);
    const ended = () => {
      this.#open.delete(transaction);
      this.#show();
      done(transaction);
    };
    const computed = () => {
      if (walBytes === 0) return ended();
      this.walBytes += walBytes;
      this.#flush.submit({ workMs: walBytes / this.#walBytesPerMs, traces, done: ended });
    };
    this.#cores.submit({ workMs: cpuMs, traces, done: computed });
  }

  /** Calls when readers of the log see what a transaction has written: when none that began before is open any more. */
  whenSeen(transaction: number, trace: Trace, next: () => void): void {
    const since = this.#simulation.now;
    const seen = () => {
      trace.add('older transactions', this.#simulation.now - since);
      next();
    };
    if (this.#horizon() > transaction) seen();
    else this.#hidden.push({ transaction, seen });
  }

  /** The oldest that is open; numbers are given in order, and a set keeps the order of its additions. */
  #horizon(): number {
    const [oldest = Number.POSITIVE_INFINITY] = this.#open;
    return oldest;
  }

  #show(): void {
    const horizon = this.#horizon();
    const seen = this.#hidden.filter(({ transaction }) => transaction < horizon);
    if (seen.length === 0) return;
    const left = this.#hidden.filter(({ transaction }) => transaction >= horizon);
    this.#hidden.splice(0, this.#hidden.length, ...left);
    for (const { seen: tell } of seen) tell();
  }

  /** It is away for so long; what is on its way waits. */
  pause(ms: number): void {
    this.#cores.pause(ms);
    this.#flush.pause(ms);
  }

  get flush(): Station {
    return this.#flush;
  }

  get cores(): Station {
    return this.#cores;
  }
}
