import { OutageError } from '@onceover/service-kit/errors';
import { KeyGone, type KeyRing } from '../../../use-cases/secret/with-loaded-keys.ts';
import type { KeyMaterial } from '../sealing/under-epoch.ts';
import { coalesced } from './coalesced.ts';
import type { EpochKeys } from './epoch-keys.ts';
import type { ServerKeys } from './server-keys.ts';

const SEALED_RETRY_SECONDS = 30;

/**
 * Holds the keys the database names, and only those.
 *
 * A key that does not open its check is never loaded. Sealed means: a key is wrong, or the key-encryption key, the pepper
 * or the current epoch's key is missing. Then nothing is made, opened or consumed.
 * Source: security 3.5, 3.6
 */
export class LoadedKeyRing implements KeyRing, KeyMaterial, Disposable {
  readonly reload: () => Promise<void>;
  readonly server: ServerKeys;
  readonly epochs: EpochKeys;
  #current: { readonly epoch: number } | null = null;
  #sealed: string | null = 'the keys are not loaded yet';
  #isDisposed = false;

  constructor(server: ServerKeys, epochs: EpochKeys) {
    this.server = server;
    this.epochs = epochs;
    this.reload = coalesced(() => this.#load());
  }

  current(): { readonly epoch: number } {
    if (this.#current === null) throw new OutageError('keys', { retryAfterSeconds: SEALED_RETRY_SECONDS });
    return this.#current;
  }

  sealedReason(): string | null {
    return this.#sealed;
  }

  epochKey(epoch: number): Buffer {
    const key = this.epochs.get(epoch);
    if (key === undefined) throw new KeyGone(`the key of epoch ${epoch} is not loaded`);
    return key;
  }

  /** Current and retiring epochs whose key is missing; their secrets answer 503 until it is back or the loss is confirmed. */
  missingEpochs(): readonly number[] {
    return this.epochs.missing;
  }

  pepper(): Buffer {
    if (this.server.pepper === null) throw new OutageError('keys', { retryAfterSeconds: SEALED_RETRY_SECONDS });
    return this.server.pepper;
  }

  /** Wipes all keys; the ring stays sealed. */
  [Symbol.dispose](): void {
    this.#isDisposed = true;
    this.#seal('the server is stopping');
    this.#wipe();
  }

  async #load(): Promise<void> {
    if (this.#isDisposed) return;
    const rows = await this.epochs.read();
    const problem = await this.server.load();
    const epochs = await this.epochs.load(rows);
    if (this.#isDisposed) return this.#wipe();
    if (problem === null && 'current' in epochs) {
      this.#current = { epoch: epochs.current };
      this.#sealed = null;
      return;
    }
    const reasons = [problem, 'reason' in epochs ? epochs.reason : null];
    this.#seal([...new Set(reasons)].filter((reason) => reason !== null).join('; '));
  }

  #seal(reason: string): void {
    this.#current = null;
    this.#sealed = reason;
  }

  #wipe(): void {
    this.server.wipe();
    this.epochs.wipe();
  }
}
