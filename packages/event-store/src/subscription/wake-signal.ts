/** A doorbell: a ring while nobody waits is remembered, so that none is lost between polling and waiting. */
export class WakeSignal {
  #isRung = false;
  #waiter: ((isRung: boolean) => void) | undefined;

  ring(): void {
    this.#isRung = true;
    this.#waiter?.(true);
  }

  /** Resolves at the next ring (true), at once if it has already rung, or after `ms` (false). */
  wait(ms: number): Promise<boolean> {
    if (this.#isRung) {
      this.#isRung = false;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const settle = (isRung: boolean) => {
        clearTimeout(timer);
        this.#waiter = undefined;
        this.#isRung = false;
        resolve(isRung);
      };
      const timer = setTimeout(settle, ms, false);
      this.#waiter = settle;
    });
  }
}
