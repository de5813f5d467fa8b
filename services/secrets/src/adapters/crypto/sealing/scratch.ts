import { wipe } from '@onceover/service-kit/crypto';

/** Collects the buffers of one operation and overwrites them when the operation ends, however it ends. */
export class Scratch implements Disposable {
  readonly #buffers: Buffer[] = [];

  keep(buffer: Buffer): Buffer {
    this.#buffers.push(buffer);
    return buffer;
  }

  [Symbol.dispose](): void {
    wipe(...this.#buffers);
  }
}
