import { type KeyStore, KeyStoreAway, WrongKeyStore } from '@onceover/key-store';
import { wipe } from '@onceover/service-kit/crypto';
import { OutageError } from '@onceover/service-kit/errors';
import { UnsafeKeys, WrongKeysDirectory } from '@onceover/service-kit/keys-directory';
import { KeyGone, type KeyRing } from '../../../use-cases/secret/with-loaded-keys.ts';
import type { KeyMaterial } from '../sealing/under-epoch.ts';
import { coalesced } from './coalesced.ts';
import { opensCanary } from './epoch-canary.ts';
import { KeysMissing } from './key-bootstrap.ts';
import type { Queryable } from './key-session.ts';
import { type EpochRow, readLivingEpochs } from './key-tables.ts';
import { NumberedKeys } from './numbered-keys.ts';
import { ServerKeys } from './server-keys.ts';

const SEALED_RETRY_SECONDS = 30;

/**
 * Holds the keys the database names, and only those: the server's, and those of the current and the retiring epoch, derived
 * once for each. Erasable keys and key-encryption keys stay in the store.
 *
 * A key that does not open its check is never loaded. Sealed means: a key is wrong, or the key-encryption key, the pepper
 * or the current epoch's key is missing, or the store does not answer. Then nothing is made, opened or consumed.
 * Source: security 3.5, 3.6
 */
export class LoadedKeyRing implements KeyRing, KeyMaterial, Disposable {
  readonly reload: () => Promise<void>;
  readonly server: ServerKeys;
  readonly epochs = new NumberedKeys();
  /** The epoch new rows use, if its key is loaded; also while sealed for want of another key, as rotation goes on then. */
  currentEpoch: number | null = null;
  readonly #db: Queryable;
  readonly #store: KeyStore;
  readonly #prepare: () => Promise<void>;
  readonly #keyIds = new Map<number, string>();
  #missing: readonly number[] = [];
  #current: { readonly epoch: number } | null = null;
  #sealed: string | null = 'the keys are not loaded yet';
  #isPrepared = false;
  #isStoreAway = true;
  #isDisposed = false;

  /** `prepare` is done once with a store that answers, before any key is loaded. */
  constructor(db: Queryable, store: KeyStore, prepare: () => Promise<void> = async () => undefined) {
    this.#db = db;
    this.#store = store;
    this.#prepare = prepare;
    this.server = new ServerKeys(db, store);
    this.reload = coalesced(() => this.#load());
  }

  /** Throws what is wrong, where a load would only seal. */
  async prepare(): Promise<void> {
    if (this.#isPrepared) return;
    await this.#prepare();
    this.#isPrepared = true;
  }

  current(): { readonly epoch: number } {
    if (this.#current === null || !this.epochs.has(this.#current.epoch))
      throw new OutageError('keys', { retryAfterSeconds: SEALED_RETRY_SECONDS });
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

  /** The store does not answer, or must not be used: nothing can be asked of it, and nothing rotates. */
  isStoreAway(): boolean {
    return this.#isStoreAway;
  }

  /** Current and retiring epochs whose key is missing; their secrets answer 503 until it is back or the loss is confirmed. */
  missingEpochs(): readonly number[] {
    return this.#missing;
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

  /**
   * Epochs are read first: the key-encryption keys that they name are then there. What is over is forgotten last, in one
   * step with the change of the current epoch: whoever seals meanwhile has a key, and their commit is refused as stale.
   */
  async #load(): Promise<void> {
    if (this.#isDisposed) return;
    const rows = (await readLivingEpochs(this.#db)).filter(({ state }) => state !== 'destroying');
    let reasons: readonly string[];
    try {
      reasons = await this.#loadAll(rows);
    } finally {
      this.#forgetOthers(rows);
    }
    if (this.#isDisposed) return this.#wipe();
    if (reasons.length > 0 || this.currentEpoch === null) return this.#seal([...new Set(reasons)].join('; '));
    this.#current = { epoch: this.currentEpoch };
    this.#sealed = null;
  }

  /** Why not everything is there. */
  async #loadAll(rows: readonly EpochRow[]): Promise<readonly string[]> {
    try {
      await this.#store.check();
      await this.prepare();
      const reasons = [await this.server.load(), await this.#loadEpochs(rows)];
      this.#isStoreAway = false;
      return reasons.filter((reason) => reason !== null);
    } catch (error) {
      const reason = reasonOf(error, this.#isPrepared);
      if (reason === null) throw error;
      this.#isStoreAway = true;
      return [reason];
    }
  }

  /** Also where the store did not answer. */
  #forgetOthers(rows: readonly EpochRow[]): void {
    this.epochs.keepOnly(new Set(rows.filter((row) => this.#has(row)).map((row) => row.e)));
  }

  /** By its ID too: a restore reuses numbers. */
  #has({ e, keyId }: EpochRow): boolean {
    return this.epochs.has(e) && this.#keyIds.get(e) === keyId;
  }

  /** Loads the keys of these epochs. Null when the current one is there; else why not. */
  async #loadEpochs(rows: readonly EpochRow[]): Promise<string | null> {
    for (const row of rows) await this.#loadEpoch(row);
    this.#missing = rows.filter((row) => !this.#has(row)).map((row) => row.e);
    const current = rows.find((row) => row.state === 'current');
    this.currentEpoch = current !== undefined && this.#has(current) ? current.e : null;
    if (current === undefined) return 'the database names no current epoch';
    if (this.currentEpoch !== null) return null;
    if (!this.server.hasKek(current.v)) return this.server.reasonWithout(current.v);
    return `the key of the current epoch (${current.e}) is missing`;
  }

  async #loadEpoch(row: EpochRow): Promise<void> {
    if (!this.server.hasKek(row.v) || this.#has(row)) return;
    const key = await this.#store.epochKey(row);
    if (key === null) return;
    if (opensCanary(row, key, row.canary)) {
      this.epochs.put(row.e, key);
      this.#keyIds.set(row.e, row.keyId);
    } else wipe(key); // damaged, or just being overwritten
  }

  #seal(reason: string): void {
    this.#current = null;
    this.#sealed = reason;
  }

  #wipe(): void {
    this.server.wipe();
    this.currentEpoch = null;
    this.epochs.keepOnly(new Set());
  }
}

/** Why the store cannot be used; null where that is not what the error says. */
function reasonOf(error: unknown, isPrepared: boolean): string | null {
  if (error instanceof KeyStoreAway) return error.reason;
  if (error instanceof WrongKeyStore) return error.message;
  const isRefused = error instanceof WrongKeysDirectory || error instanceof UnsafeKeys || error instanceof KeysMissing;
  return isRefused && !isPrepared ? error.message : null;
}
