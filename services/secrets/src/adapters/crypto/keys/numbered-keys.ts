import { wipe } from '@onceover/service-kit/crypto';

/** Keys in memory by version or epoch number; what leaves is overwritten. */
export class NumberedKeys {
  readonly #keys = new Map<number, Buffer>();

  get(number: number): Buffer | undefined {
    return this.#keys.get(number);
  }

  has(number: number): boolean {
    return this.#keys.has(number);
  }

  /** Takes the buffer over; an older key of this number is overwritten. */
  put(number: number, key: Buffer): void {
    wipe(this.#keys.get(number));
    this.#keys.set(number, key);
  }

  keepOnly(wanted: ReadonlySet<number>): void {
    for (const [number, key] of this.#keys) {
      if (wanted.has(number)) continue;
      wipe(key);
      this.#keys.delete(number);
    }
  }

  entries(): readonly (readonly [number, Buffer])[] {
    return [...this.#keys];
  }
}
