import { OutageError } from '@onceover/service-kit/errors';
import { KeyGone, type KeyRing } from '../../../use-cases/secret/with-loaded-keys.ts';
import type { KeyMaterial } from '../sealing/key-layers.ts';
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
  readonly #server: ServerKeys;
  readonly #epochs: EpochKeys;
  #current: { readonly kekVersion: number; readonly epoch: number } | null = null;
  #sealed: string | null = 'the keys are not loaded yet';
  #isDisposed = false;

  constructor(server: ServerKeys, epochs: EpochKeys) {
    this.#server = server;
    this.#epochs = epochs;
    this.reload = coalesced(() => this.#load());
  }

  current(): { readonly kekVersion: number; readonly epoch: number } {
    if (this.#current === null) throw new OutageError('keys', { retryAfterSeconds: SEALED_RETRY_SECONDS });
    return this.#current;
  }

  sealedReason(): string | null {
    return this.#sealed;
  }

  kek(version: number): Buffer {
    const key = this.#server.kek(version);
    if (key === undefined) throw new KeyGone(`version ${version} of the key-encryption key is not loaded`);
    return key;
  }

  erk(epoch: number): Buffer {
    const key = this.#epochs.get(epoch);
    if (key === undefined) throw new KeyGone(`the key of epoch ${epoch} is not loaded`);
    return key;
  }

  /** The epoch new rows use, also while sealed for want of another key; rotation goes on then. */
  currentEpoch(): number | null {
    return this.#epochs.current;
  }

  /** Current and retiring epochs whose key is missing; their secrets answer 503 until the loss is confirmed. */
  missingEpochs(): readonly number[] {
    return this.#epochs.missing;
  }

  /** All erasable keys in memory, by epoch. */
  epochKeys(): readonly (readonly [number, Buffer])[] {
    return this.#epochs.entries();
  }

  pepper(): Buffer {
    if (this.#server.pepper === null) throw new OutageError('keys', { retryAfterSeconds: SEALED_RETRY_SECONDS });
    return this.#server.pepper;
  }

  /** Wipes all keys; the ring stays sealed. */
  [Symbol.dispose](): void {
    this.#isDisposed = true;
    this.#seal('the server is stopping');
    this.#wipe();
  }

  async #load(): Promise<void> {
    if (this.#isDisposed) return;
    const server = await this.#server.load();
    const epochs = await this.#epochs.load();
    if (this.#isDisposed) return this.#wipe();
    if ('current' in server && 'current' in epochs) {
      this.#current = { kekVersion: server.current, epoch: epochs.current };
      this.#sealed = null;
      return;
    }
    this.#seal([server, epochs].flatMap((part) => ('reason' in part ? [part.reason] : [])).join('; '));
  }

  #seal(reason: string): void {
    this.#current = null;
    this.#sealed = reason;
  }

  #wipe(): void {
    this.#server.wipe();
    this.#epochs.wipe();
  }
}
