import type { Logger } from './logging.ts';

export interface PeriodicOptions {
  readonly everyMs: number;
  readonly log: Logger;
  /** Constant text for the log when a run fails. */
  readonly failure: string;
}

/**
 * Runs work again and again, `everyMs` after the last run ended, the first time at once. The next run comes in its time
 * whether or not this one failed; a row of failures is logged once. Disposing waits for the run in progress.
 */
export function periodically(
  work: () => Promise<unknown>,
  { everyMs, log, failure }: PeriodicOptions,
): AsyncDisposable {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let isFailing = false;
  let running = run();

  async function run(): Promise<void> {
    try {
      await work();
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, failure);
      isFailing = true;
    }
    if (isStopped) return;
    timer = setTimeout(() => {
      running = run();
    }, everyMs).unref();
  }

  return {
    async [Symbol.asyncDispose]() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
