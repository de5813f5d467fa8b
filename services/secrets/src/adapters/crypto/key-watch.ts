import type { EpochRotation } from './epoch-rotation.ts';
import type { KeyLog } from './epoch-steps.ts';
import type { LoadedKeyRing } from './key-ring.ts';

/** How often every process looks at the epoch table: the longest a destroyed key may stay in its memory. */
const EVERY_MS = 5_000;

/**
 * Keeps a process's keys as the database says, and rotates when the time has come. Reports a problem when it begins and
 * when it is over, not every five seconds.
 */
export class KeyWatch implements AsyncDisposable {
  readonly #ring: LoadedKeyRing;
  readonly #rotation: EpochRotation;
  readonly #log: KeyLog;
  readonly #timer: NodeJS.Timeout;
  #looking: Promise<void> | null = null;
  #reported = '';

  constructor(ring: LoadedKeyRing, rotation: EpochRotation, log: KeyLog, everyMs = EVERY_MS) {
    this.#ring = ring;
    this.#rotation = rotation;
    this.#log = log;
    this.#report();
    this.#timer = setInterval(() => this.#lookAgain(), everyMs).unref();
  }

  async [Symbol.asyncDispose](): Promise<void> {
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
      this.#change('the keys could not be looked after', { err: error });
    }
  }

  #report(): void {
    const reason = this.#ring.sealedReason();
    const missing = this.#ring.missingEpochs();
    if (reason !== null) this.#change('sealed: secrets are neither made nor opened', { reason });
    else if (missing.length > 0) this.#change('an older epoch key is missing', { epochs: missing.join(', ') });
    else this.#change('', {});
  }

  #change(problem: string, fields: Readonly<Record<string, unknown>>): void {
    if (problem === this.#reported) return;
    this.#reported = problem;
    if (problem === '') this.#log.info({}, 'the keys are in order again');
    else this.#log.error(fields, problem);
  }
}
