import { NamedError, OutageError } from '@onceover/service-kit/errors';

/** Names an epoch's key without being it. */
export interface EpochName {
  readonly e: number;
  readonly keyId: string;
  /** The version of the key-encryption key that takes part in it. */
  readonly v: number;
}

/** The epoch keys that a database names. */
export interface KnownKeys {
  /** By which the database, or a part of it, is known to its keys; none for one that has claimed no keys. */
  readonly databaseIds: ReadonlySet<string>;
  readonly keyIds: ReadonlySet<string>;
}

/** A lasting key of the store: what a key check tells from others. */
export type CheckedKey = { readonly kind: 'kek'; readonly version: number } | { readonly kind: 'root' };

/**
 * Keeps the key-encryption keys, the root of the pepper and the erasable epoch keys. None of them leaves it: it gives what is
 * derived from them, once for each epoch and process, and destroys them when it is told.
 *
 * Several processes may use one store at once. Everything can be asked again: who creates what is there gets the one
 * that is there, and what is destroyed already stays so.
 *
 * Refuses  KeyStoreAway: it does not answer now; nothing is known to be done
 *          WrongKeyStore: it answers, and is not to be used
 *          UnsafeKeys: a key in it is damaged or weak
 */
export interface KeyStore extends Disposable {
  /** What to call it in a message to the operator, such as `the keys directory`. */
  readonly name: string;
  /** Where the key-encryption key is, in the same words. */
  readonly kekPlace: string;
  /** The setting that gives the key-encryption key, where it cannot be replaced; else null. */
  readonly fixedKek: string | null;
  /** Whether the store answers, and is the one that it was. */
  check(): Promise<void>;
  /** The newest version of the key-encryption key that is there; 0 where there can be only one, or none. */
  newestKek(): Promise<number>;
  createKek(version: number): Promise<void>;
  /** Makes a key that an operator put there durable and private, before anything depends on it. */
  secureKek(version: number): Promise<void>;
  /** By the rotator only. */
  destroyKek(version: number): Promise<void>;
  createRoot(): Promise<void>;
  /** Seals a constant, so that later starts can tell this key from another; bound to version `v`. */
  sealCheck(key: CheckedKey, v: number): Promise<Buffer>;
  /** Whether this is the key that the check was sealed under; null where there is no such key. */
  opensCheck(key: CheckedKey, v: number, box: Buffer): Promise<boolean | null>;
  /** The argon2 pepper, 32 bytes, which the caller wipes; null where there is no root. */
  pepper(): Promise<Buffer | null>;
  /** By the rotator only. */
  createEpochKey(keyId: string): Promise<void>;
  /** What the epoch seals with, 32 bytes, which the caller wipes; null where one of its two keys is not there. */
  epochKey(epoch: EpochName): Promise<Buffer | null>;
  /** By the rotator only. `midway` is called once, when some of it is done or nothing yet: where a test stops. */
  destroyEpochKey(keyId: string, midway: () => void | Promise<void>): Promise<void>;
  listEpochKeys(): Promise<readonly string[]>;
  /**
   * By the rotator only. Destroys epoch keys that the database does not name, and half-made ones; how many.
   *
   * Refuses  WrongKeysDirectory: the store is not this database's
   */
  destroyOrphans(known: KnownKeys): Promise<number>;
}

/** The store does not answer: what needs a key gets 503 until it does. The message is for operators. */
export class KeyStoreAway extends OutageError {
  readonly reason: string;

  constructor(reason: string, options: { readonly cause?: unknown } = {}) {
    super('keys', options);
    this.reason = reason;
  }
}

/** The store answers, and must not be used: another one than before, or one that does not trust us. For operators. */
export class WrongKeyStore extends NamedError {}
