import type { LoadedKeyRing } from '../keys/key-ring.ts';
import type { EpochRotation } from './epoch-rotation.ts';
import type { KeyLog } from './epoch-steps.ts';

type WatchedRing = Pick<LoadedKeyRing, 'reload' | 'sealedReason' | 'missingEpochs'>;
type WatchedRotation = Pick<EpochRotation, 'rotateIfDue'>;

/** How often every process checks the epoch table: the longest a destroyed key may stay in its memory. */
const EVERY_MS = 5_000;

/** What an operator asks then. */
const COMMAND = 'npm run keys -- status';

/**
 * Keeps a process's keys as the database says, and rotates when one is due. Reports a problem when it begins and when it
 * is over, not every five seconds.
 */
export class KeyWatch implements AsyncDisposable {
  readonly #ring: WatchedRing;
  readonly #rotation: WatchedRotation;
  readonly #log: KeyLog;
  readonly #timer: NodeJS.Timeout;
  #looking: Promise<void> | null = null;
  #reported = '';
  #isStopping = false;

  constructor(ring: WatchedRing, rotation: WatchedRotation, log: KeyLog, everyMs = EVERY_MS) {
    this.#ring = ring;
    this.#rotation = rotation;
    this.#log = log;
    this.#report();
    this.#timer = setInterval(() => this.#lookAgain(), everyMs).unref();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#timer);
    await this.#looking;
  }

  #lookAgain(): void {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
  }

  async #look(): Promise<void> {
    try {
      await this.#ring.reload();
      await this.#rotation.rotateIfDue();
      this.#report();
    } catch (error) {
      if (!this.#isStopping) this.#change('warn', 'the keys could not be checked', { err: error });
    }
  }

  #report(): void {
    const reason = this.#ring.sealedReason();
    const missing = this.#ring.missingEpochs();
    if (reason !== null)
      this.#change('error', 'sealed: secrets are neither made nor opened', { reason, command: COMMAND });
    else if (missing.length > 0)
      this.#change('error', 'the key of an older epoch is missing', { epochs: missing, command: COMMAND });
    else if (this.#reported !== '') this.#change('info', '', {});
  }

  #change(level: keyof KeyLog, problem: string, fields: Readonly<Record<string, unknown>>): void {
    if (problem === this.#reported) return;
    this.#reported = problem;
    this.#log[level](fields, problem === '' ? 'the keys are in order again' : problem);
  }
}
