import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Visited } from './visits.ts';

/** What a bystander met in a while. */
export interface Visits {
  readonly requests: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Answers that were not as they should be. */
  readonly problems: readonly string[];
}

/**
 * An ordinary visitor who conceals, looks and reveals at a slow, steady pace. In a thread of its own: what keeps the attacker busy is no part of
 * how long it waits.
 */
export class Bystander implements AsyncDisposable {
  readonly #thread: Worker;

  constructor(url: string) {
    this.#thread = new Worker(new URL('./visits.ts', import.meta.url), { workerData: { url } });
  }

  /** What it met while some work went on. */
  async during<R>(work: () => Promise<R>): Promise<{ readonly result: R; readonly visits: Visits }> {
    await this.#take();
    const result = await work();
    return { result, visits: visitsOf(await this.#take()) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#thread.terminate();
  }

  async #take(): Promise<Visited> {
    this.#thread.postMessage('take');
    const [visited] = (await once(this.#thread, 'message')) as [Visited];
    return visited;
  }
}

function visitsOf({ times, problems }: Visited): Visits {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { requests: times.length, p50Ms: at(0.5), p99Ms: at(0.99), problems };
}
