import type { Simulation } from './simulation.ts';
import { type Job, Station, Trace } from './station.ts';

/** One thing on the way of a request; it calls `next` when it is over. */
export type Step = (trace: Trace, next: () => void) => void;

/** All of them, one after the other. */
export const inOrder =
  (steps: readonly Step[]): Step =>
  (trace, next) => {
    const go = (place: number): void => {
      const step = steps[place];
      if (step === undefined) next();
      else step(trace, () => go(place + 1));
    };
    go(0);
  };

export const at =
  (station: Station, workMs: number): Step =>
  (trace, next) =>
    station.submit({ workMs, traces: [trace], done: next });

/** Takes so long, whatever else happens. */
export const during =
  (simulation: Simulation, ms: number): Step =>
  (_trace, next) =>
    simulation.after(ms, next);

/** The next of several in turn, such as the gateways behind a proxy. */
export function inTurn<Each>(all: readonly Each[]): () => Each {
  let turn = 0;
  return () => all[turn++ % all.length] as Each;
}

/** What arrives at a process while it works, it works on in its next turn. */
const MOST_IN_A_TURN = 64;

export interface LoopOptions {
  readonly name: string;
  /** What a turn costs whatever is in it: so what a request costs falls with the number of those that come at once. */
  readonly turnMs: number;
  /** Default: it has one to itself. */
  readonly cores?: Station | undefined;
}

/** The thread of a process: one thing after the other, and at the end of each turn what was put off until then. */
export class EventLoop {
  readonly station: Station;
  readonly #simulation: Simulation;
  readonly #options: LoopOptions;
  #afterTurn: (() => void)[] = [];

  constructor(simulation: Simulation, options: LoopOptions) {
    this.#simulation = simulation;
    this.#options = options;
    this.station = new Station(simulation, {
      name: options.name,
      servers: 1,
      mostAtOnce: MOST_IN_A_TURN,
      serve: (batch, finished, leave) => this.#turn(batch, finished, leave),
    });
  }

  /** Whoever asks in a turn goes on when it ends. */
  atEndOfTurn(work: () => void): void {
    this.#afterTurn.push(work);
  }

  #turn(batch: readonly Job[], finished: () => void, leave: (job: Job) => void): void {
    const go = (place: number): void => {
      const job = batch[place];
      if (job === undefined) {
        for (const work of this.#afterTurn.splice(0)) work();
        finished();
        return;
      }
      const workMs = job.workMs + (place === 0 ? this.#options.turnMs : 0);
      this.#work(workMs, job.traces, () => {
        leave(job);
        go(place + 1);
      });
    };
    go(0);
  }

  #work(workMs: number, traces: readonly Trace[], done: () => void): void {
    const { cores } = this.#options;
    if (cores === undefined) this.#simulation.after(workMs, done);
    else cores.submit({ workMs, traces, done });
  }
}

/** Times of finished requests, with where each has waited. */
export class Finished {
  readonly #all: { readonly ms: number; readonly trace: Trace }[] = [];
  readonly #simulation: Simulation;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
  }

  get count(): number {
    return this.#all.length;
  }

  /** Runs a request; whatever began before `fromMs` is not counted. */
  begin(step: Step, fromMs = 0): void {
    const [trace, started] = [new Trace(), this.#simulation.now];
    step(trace, () => {
      if (started >= fromMs) this.#all.push({ ms: this.#simulation.now - started, trace });
    });
  }

  /** Milliseconds, for each share. */
  quantiles(shares: readonly number[]): readonly number[] {
    const sorted = this.#all.map(({ ms }) => ms).toSorted((a, b) => a - b);
    return shares.map((share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN);
  }

  /** Of the slowest requests: at which stations they waited, as shares of all their time, the longest first. */
  whereSlowestWait(share: number): readonly (readonly [station: string, share: number])[] {
    const slowest = this.#all
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, Math.max(1, Math.ceil(share * this.#all.length)));
    const whole = slowest.reduce((sum, { ms }) => sum + ms, 0);
    const waits = new Map<string, number>();
    for (const { trace } of slowest) {
      for (const [station, ms] of trace.waits) waits.set(station, (waits.get(station) ?? 0) + ms);
    }
    return [...waits].map(([station, ms]) => [station, ms / whole] as const).toSorted((a, b) => b[1] - a[1]);
  }
}
