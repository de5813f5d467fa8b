import type { Logger } from '@onceover/service-kit/logging';
import { collectEarly, collectWhenQuiet } from './collect-when-quiet.ts';

const STOP_LIMIT_MS = 25_000;

/** Why a process stops. */
export type StopReason = NodeJS.Signals | 'fault';

/**
 * Heard from the first moment, so that a Ctrl-C during the start ends in a clean stop too; later ones change nothing.
 * After an uncaught exception the state of the process is unknown: it says so and stops.
 */
export function stopAsked(log: Logger): Promise<StopReason> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(signal));
    process.on('uncaughtException', (error) => {
      log.fatal({ err: error }, 'uncaught exception, stopping');
      resolve('fault');
    });
  });
}

/** Lets what was started run until it is asked to stop, then stops it cleanly and ends the process. */
export async function runUntilStopped(
  system: AsyncDisposable,
  asked: Promise<StopReason>,
  log: Logger,
): Promise<never> {
  collectEarly();
  using _ = collectWhenQuiet();
  const reason = await asked;
  log.info({ reason }, 'stopping');
  await stopWithin(system, STOP_LIMIT_MS, log);
  process.exit(reason === 'fault' ? 1 : 0);
}

/** Stops, as if it was asked to, when whoever started this process with a channel to it is gone, and nobody else knows of it. */
export function stopWithoutParent(): void {
  if (process.channel === undefined) return;
  process.channel.unref();
  process.once('disconnect', () => void process.emit('SIGTERM', 'SIGTERM'));
}

/** Ends a process whose start failed: with the sentence for whoever started it, or the error where it is a surprise. */
export function endFailedStart(error: unknown, problem: string | undefined, log: Logger): never {
  if (problem === undefined) log.fatal({ err: error }, 'the start failed unexpectedly');
  else process.stderr.write(`\nOnceover could not start.\n${problem}\n`);
  process.exit(1);
}

async function stopWithin(system: AsyncDisposable, limitMs: number, log: Logger): Promise<void> {
  const limit = setTimeout(() => {
    log.error('the shutdown timed out');
    process.exit(1);
  }, limitMs);
  await system[Symbol.asyncDispose]();
  clearTimeout(limit);
}
