import type { LoadedKeyRing } from '../keys/key-ring.ts';
import type { EpochRotation } from './epoch-rotation.ts';
import type { KeyLog } from './epoch-steps.ts';

type WatchedRing = Pick<LoadedKeyRing, 'reload' | 'sealedReason' | 'missingEpochs'>;

/** How often every process checks the epoch table: the longest a destroyed key may stay in its memory. */
const EVERY_MS = 5_000;

/** What an operator asks then. */
const COMMAND = 'npm run keys -- status';

/**
 * Keeps a process's keys as the database says, and rotates when one is due. Reports a problem when it begins and when it
 * is over, not every five seconds.
 */
export function watchKeys(
  ring: WatchedRing,
  rotation: Pick<EpochRotation, 'rotateIfDue'>,
  log: KeyLog,
  everyMs = EVERY_MS,
): AsyncDisposable {
  let reported = '';
  let checking: Promise<void> | null = null;
  let isStopping = false;

  function change(level: keyof KeyLog, problem: string, fields: object): void {
    if (problem === reported) return;
    reported = problem;
    log[level](fields, problem === '' ? 'the keys are in order again' : problem);
  }

  function report(): void {
    const reason = ring.sealedReason();
    const epochs = ring.missingEpochs();
    if (reason !== null) change('error', 'sealed: secrets are neither made nor opened', { reason, command: COMMAND });
    else if (epochs.length > 0) change('error', 'the key of an older epoch is missing', { epochs, command: COMMAND });
    else change('info', '', {});
  }

  async function check(): Promise<void> {
    try {
      await ring.reload();
      await rotation.rotateIfDue();
      report();
    } catch (error) {
      if (!isStopping) change('warn', 'the keys could not be checked', { err: error });
    }
  }

  report();
  const timer = setInterval(() => {
    checking ??= check().finally(() => {
      checking = null;
    });
  }, everyMs).unref();
  return {
    async [Symbol.asyncDispose]() {
      isStopping = true;
      clearInterval(timer);
      await checking;
    },
  };
}
