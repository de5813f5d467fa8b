import type { Logger } from '@onceover/service-kit/logging';

export interface PeriodicOptions {
  readonly everyMs: number;
  readonly log: Logger;
  /** Constant text for the log when a run fails. */
  readonly failure: string;
}

/**
 * Runs work again and again, `everyMs` after the last run ended, the first time at once. A failed run is logged and the
 * next one comes in its time. Disposing waits for the run in progress.
 */
export function periodically(
  work: () => Promise<unknown>,
  { everyMs, log, failure }: PeriodicOptions,
): AsyncDisposable {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let running = run();

  async function run(): Promise<void> {
    try {
      await work();
    } catch (error) {
      log.warn({ err: error }, failure);
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
