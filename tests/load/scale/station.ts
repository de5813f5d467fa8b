import type { Simulation } from './simulation.ts';

/** Where one request has waited, in milliseconds by station. */
export class Trace {
  readonly waits = new Map<string, number>();

  add(station: string, ms: number): void {
    if (ms > 0) this.waits.set(station, (this.waits.get(station) ?? 0) + ms);
  }
}

export interface Job {
  /** Milliseconds that it takes, beside what its batch takes as a whole. */
  readonly workMs: number;
  /** Whose waiting it is: of each request that goes through here with it. */
  readonly traces: readonly Trace[];
  readonly done: () => void;
}

/** Serves a batch, perhaps at other stations, and says when it is over. A job may leave before the others. */
export type Serve = (batch: readonly Job[], finished: () => void, leave: (job: Job) => void) => void;

export interface StationOptions {
  readonly name: string;
  /** Batches that are served at once. */
  readonly servers: number;
  /** Jobs that a server takes at once: what has queued meanwhile, without waiting for more. Default: one. */
  readonly mostAtOnce?: number;
  /** A server begins a batch so many milliseconds after it began the one before, or later: meanwhile more gathers. Default: 0. */
  readonly apartMs?: number;
  readonly serve: Serve;
}

interface Waiting {
  readonly job: Job;
  readonly since: number;
}

/** A queue before one server or several; who comes first is served first. */
export class Station {
  readonly #simulation: Simulation;
  readonly #options: StationOptions;
  #waiting: Waiting[] = [];
  /** Where in `#waiting` the queue begins. */
  #head = 0;
  #serving = 0;
  #isPaused = false;
  #busyMs = 0;
  #since = 0;
  arrivals = 0;
  departures = 0;
  batches = 0;

  constructor(simulation: Simulation, options: StationOptions) {
    this.#simulation = simulation;
    this.#options = options;
  }

  get name(): string {
    return this.#options.name;
  }

  /** How many wait or are served. */
  get inside(): number {
    return this.arrivals - this.departures;
  }

  /** Share of the servers' time in which they served, since `forget` or the beginning. */
  get utilization(): number {
    return this.#busyMs / (this.#options.servers * (this.#simulation.now - this.#since));
  }

  submit(job: Job): void {
    this.arrivals += 1;
    this.#waiting.push({ job, since: this.#simulation.now });
    this.#serveNext();
  }

  /** Serves nobody for so long; those who come queue. */
  pause(ms: number): void {
    this.#isPaused = true;
    this.#simulation.after(ms, () => {
      this.#isPaused = false;
      this.#serveNext();
    });
  }

  /** Begins to count utilization anew. */
  forget(): void {
    this.#busyMs = 0;
    this.#since = this.#simulation.now;
  }

  #serveNext(): void {
    while (!this.#isPaused && this.#serving < this.#options.servers && this.#head < this.#waiting.length) this.#serve();
  }

  #serve(): void {
    const batch = this.#take();
    const started = this.#simulation.now;
    this.#serving += 1;
    this.batches += 1;
    const staying = new Set(batch);
    const leave = (job: Job) => {
      if (!staying.delete(job)) return;
      this.departures += 1;
      job.done();
    };
    const { apartMs = 0 } = this.#options;
    const goOn = () => {
      this.#serving -= 1;
      this.#serveNext();
    };
    const finished = () => {
      const { now } = this.#simulation;
      this.#busyMs += now - Math.max(started, this.#since);
      for (const job of batch) leave(job);
      if (started + apartMs > now) this.#simulation.after(started + apartMs - now, goOn);
      else goOn();
    };
    this.#options.serve(batch, finished, leave);
  }

  #take(): Job[] {
    const batch: Job[] = [];
    const { name, mostAtOnce = 1 } = this.#options;
    while (batch.length < mostAtOnce && this.#head < this.#waiting.length) {
      const { job, since } = this.#waiting[this.#head++] as Waiting;
      for (const trace of job.traces) trace.add(name, this.#simulation.now - since);
      batch.push(job);
    }
    if (this.#head > 1024 && this.#head > this.#waiting.length / 2) {
      this.#waiting = this.#waiting.slice(this.#head);
      this.#head = 0;
    }
    return batch;
  }
}

/** All traces of a batch: where it waits as a whole, each of its requests waits. */
export const tracesOf = (batch: readonly Job[]): readonly Trace[] => batch.flatMap(({ traces }) => traces);

export const workOf = (batch: readonly Job[]): number => batch.reduce((sum, { workMs }) => sum + workMs, 0);

/** Servers that take one job at a time, for as long as it says. */
export function servers(simulation: Simulation, name: string, count: number): Station {
  return new Station(simulation, {
    name,
    servers: count,
    serve: (batch, finished) => simulation.after(workOf(batch), finished),
  });
}
