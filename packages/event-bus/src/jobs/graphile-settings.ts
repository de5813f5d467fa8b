import { surviveLostConnections } from '@onceover/event-store';
import { type Logger as HouseLogger, scrub } from '@onceover/service-kit/logging';
import { Logger, type SharedOptions } from 'graphile-worker';
import type pg from 'pg';

/** Only warnings and errors, in our own log, and without the jobs concerned: payloads must not be logged. */
function loggerOf(log: HouseLogger): Logger {
  return new Logger(() => (level, message, meta) => {
    if (level !== 'error' && level !== 'warning') return;
    if (meta !== undefined && 'failure' in meta) return;
    log.warn({ report: scrub(message).slice(0, 500) }, 'the job queue reported a problem');
  });
}

/**
 * Milliseconds between two polls of each of a worker's runners. New jobs announce themselves, so do those that are freed,
 * and a worker remembers when its retries are due: polls only find what a worker that died left behind.
 */
const POLL_MS = 15_000;

export interface GraphileParts {
  readonly pool: pg.Pool;
  readonly schema: string;
  readonly log: HouseLogger;
  readonly useProcessTime: boolean;
  readonly concurrency: number;
  /** Awaited before the first job is taken. */
  onStart(queue: StartedQueue): Promise<void>;
}

/** The queue's runners in this process. */
export interface StartedQueue {
  readonly id: string;
  /** Makes up to `count` idle runners poll for a job now. */
  nudge(count: number): void;
}

/** The queue's settings: our pool, our log, no signal handlers; failures of its own bookkeeping reject its promise. */
export function graphileSettings(parts: GraphileParts): SharedOptions & { concurrency: number; noHandleSignals: true } {
  const { pool, schema, log, useProcessTime, concurrency, onStart } = parts;
  surviveLostConnections(pool);
  // The queue expects this as well, and would complain on the console otherwise.
  if (pool.listeners('connect').length === 0) pool.on('connect', (client) => client.on('error', () => undefined));
  const plugin: GraphileConfig.Plugin = {
    name: 'OnStartPlugin',
    version: '1.0.0',
    worker: { hooks: { startWorker: async (_context, { worker }) => onStart(worker.workerPool) } },
  };
  return {
    pgPool: pool,
    schema,
    logger: loggerOf(log),
    useNodeTime: useProcessTime,
    concurrency,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    // @NOTE without a delay the queue does not wait for its bookkeeping, and a lost connection ends the process.
    preset: { plugins: [plugin], worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  } as SharedOptions & { concurrency: number; noHandleSignals: true };
}
