import { costs, type MicrosOf, type StepCost } from './costs.ts';
import { Database } from './database.ts';
import type { Random } from './random.ts';
import type { Simulation } from './simulation.ts';
import { Station, tracesOf } from './station.ts';
import { at, EventLoop, inOrder, type Step } from './steps.ts';

/** Commands or keys that one statement takes, as in `secret-writes.ts` and `batch-reads.ts`. */
const MOST_IN_A_STATEMENT = 64;

export const ms = (micros: number): number => micros / 1000;

/** So many share a turn where the benchmark keeps a process busy: half of its connections. */
const SHARE_A_TURN = 32;

/** By request, without what belongs to the turn. */
export type WorkMs = Readonly<Record<keyof MicrosOf, number>>;

/**
 * Divides what a request costs alone and among many into what its turns of the loop cost, which all share that are in them, and
 * what remains for each visit.
 */
export function visitsOf(by: MicrosOf, visits: WorkMs): { readonly turnMs: number; readonly visitMs: WorkMs } {
  const names = Object.keys(visits) as (keyof MicrosOf)[];
  const split = names.map((name) => {
    const { alone, busy } = by[name];
    const shared = (Math.max(0, alone - busy) * SHARE_A_TURN) / (SHARE_A_TURN - 1);
    return { name, turn: shared / visits[name], visit: (busy - shared / SHARE_A_TURN) / visits[name] };
  });
  return {
    turnMs: ms(split.reduce((sum, { turn }) => sum + turn, 0) / split.length),
    visitMs: Object.fromEntries(split.map(({ name, visit }) => [name, ms(visit)])) as WorkMs,
  };
}

/** How often a loop is woken for a request: when it comes in, and when each statement or answer is back. */
export const visitsOfSecrets = { conceal: 2, look: 2, reveal: 3 } as const;

/** Gets the number of the transaction. */
type OnCommitted = (transaction: number) => void;

/** The thread of a secrets process and its statements, one of each kind on its way. */
export class SecretsProcess {
  readonly loop: EventLoop;
  readonly #work: WorkMs;
  readonly #gates: Station;
  readonly #entries: Station;
  readonly #conceals: Station;
  readonly #ends: Station;
  /** Of the statement that was answered last. */
  #transaction = 0;

  constructor(
    simulation: Simulation,
    database: Database,
    own: { readonly micros: MicrosOf; readonly cores?: Station },
  ) {
    const { micros, cores } = own;
    const { turnMs, visitMs } = visitsOf(micros, visitsOfSecrets);
    this.loop = new EventLoop(simulation, { name: 'secrets', turnMs, cores });
    this.#work = visitMs;
    const { statements } = costs;
    const [reads, { conceal, end }] = [statements.read, statements];
    const batches = (name: string, micros: StepCost, walBytes: number) =>
      new Station(simulation, {
        name,
        servers: 1,
        mostAtOnce: MOST_IN_A_STATEMENT,
        serve: (batch, finished) => {
          const cpuMs = ms(micros.alone - micros.busy) + ms(micros.busy) * batch.length;
          const statement = { name, traces: tracesOf(batch), cpuMs, walBytes: walBytes * batch.length };
          database.run(statement, (transaction) => {
            this.#transaction = transaction;
            finished();
          });
        },
      });
    this.#gates = batches('reads', reads, 0);
    this.#entries = batches('reads', reads, 0);
    this.#conceals = batches('batch of conceals', conceal, costs.wal.conceal);
    this.#ends = batches('batch of endings', end, costs.wal.reveal);
  }

  look(): Step {
    return inOrder([this.#visit('look'), this.#queued(this.#gates), this.#visit('look')]);
  }

  conceal(onCommitted: OnCommitted): Step {
    const written = this.#queued(this.#conceals, onCommitted);
    return inOrder([this.#visit('conceal'), written, this.#visit('conceal')]);
  }

  reveal(onCommitted: OnCommitted): Step {
    const [read, written] = [this.#queued(this.#entries), this.#queued(this.#ends, onCommitted)];
    const visit = this.#visit('reveal');
    return inOrder([visit, read, visit, written, visit]);
  }

  /** What the sweeper ends when its lifetime is over. */
  expire(): Step {
    return at(this.#ends, 0);
  }

  #visit(kind: keyof MicrosOf): Step {
    return at(this.loop.station, this.#work[kind]);
  }

  /** Into the next batch, which does not begin before this turn of the loop is over. */
  #queued(station: Station, onCommitted?: OnCommitted): Step {
    return (trace, next) => {
      const done = () => {
        onCommitted?.(this.#transaction);
        next();
      };
      this.loop.atEndOfTurn(() => station.submit({ workMs: 0, traces: [trace], done }));
    };
  }
}

export function databaseOn(simulation: Simulation, random: Random, cores: Station): Database {
  return new Database(simulation, random, {
    cores,
    flushMs: costs.statements.flushMs,
    walBytesPerMs: costs.disk.walBytesPerMs,
  });
}
