/** Lets callers wait until a condition that changes step by step becomes true. */
export class Progress {
  readonly #checks = new Set<() => void>();

  readonly tell = (): void => {
    for (const check of this.#checks) check();
  };

  /** `isTrue` may throw, which ends the waiting. Rejects after `timeoutMs`. */
  until(isTrue: () => boolean, timeoutMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (action: () => void) => {
        clearTimeout(timer);
        this.#checks.delete(check);
        action();
      };
      const timer = setTimeout(() => settle(() => reject(new Error('timed out while waiting'))), timeoutMs);
      const check = () => {
        try {
          if (isTrue()) settle(resolve);
        } catch (error) {
          settle(() => reject(error));
        }
      };
      this.#checks.add(check);
      check();
    });
  }
}
