import { surviveLostConnections } from '@onceover/event-store';
import { type Logger as HouseLogger, scrub } from '@onceover/service-kit/logging';
import { Logger, type SharedOptions } from 'graphile-worker';
import type pg from 'pg';

/** Only what is wrong, in our own log, and without the jobs it is about: their payloads are nobody's business. */
function loggerOf(log: HouseLogger): Logger {
  return new Logger(() => (level, message, meta) => {
    if (level !== 'error' && level !== 'warning') return;
    if (meta !== undefined && 'failure' in meta) return;
    log.warn({ report: scrub(message).slice(0, 500) }, 'the job queue reports a problem');
  });
}

/** Milliseconds between looks for jobs whose time has come; new ones announce themselves. */
const POLL_MS = 1_000;

export interface GraphileParts {
  readonly pool: pg.Pool;
  readonly schema: string;
  readonly log: HouseLogger;
  readonly useProcessTime: boolean;
  readonly concurrency: number;
  /** Awaited before the first job is taken. */
  onStart(poolId: string): Promise<void>;
}

/** The queue's settings: our pool, our log, nobody's signals, and failures of its own bookkeeping that end in its promise. */
export function graphileSettings(parts: GraphileParts): SharedOptions & { concurrency: number; noHandleSignals: true } {
  const { pool, schema, log, useProcessTime, concurrency, onStart } = parts;
  surviveLostConnections(pool);
  // The queue wants to see this, too, and would say so on the console.
  if (pool.listeners('connect').length === 0) pool.on('connect', surviveErrors);
  const plugin: GraphileConfig.Plugin = {
    name: 'OnStartPlugin',
    version: '1.0.0',
    worker: { hooks: { startWorker: async (_context, { worker }) => onStart(worker.workerPool.id) } },
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

function surviveErrors(client: pg.PoolClient): void {
  client.on('error', () => undefined);
}
