import { AuthenticationFailed, join, numberBytes, open, type RandomBytes, seal } from '@onceover/service-kit/crypto';
import { Undecryptable } from '../../../use-cases/secret/with-loaded-keys.ts';

/** The keys in memory, as the ciphers take them. Buffers stay the ring's: never keep, change or wipe them. */
export interface KeyMaterial {
  /** The epoch that new rows use. Throws `OutageError('keys')` when sealed. */
  current(): { readonly epoch: number };
  /** EK_e, 32 bytes. Throws `KeyGone` when this epoch's key is not loaded. */
  epochKey(epoch: number): Buffer;
  /** The argon2 pepper. Throws `OutageError('keys')` when sealed. */
  pepper(): Buffer;
}

/** EK_e and its number. */
export interface NumberedKey {
  readonly key: Buffer;
  readonly number: number;
}

/** What is sealed under an epoch's key: `wshard`, `rblob` and the answers of `create_replay`. */
export type EpochSeal = 'shard' | 'redeliver' | 'replay';

/**
 * AEAD(EK_e, data, kind ‖ lookup ‖ e): bound to what it is, whose it is and its epoch, so that none can stand in for
 * another.
 *
 * @NOTE An epoch's key seals some 10^7 times with random nonces before it is destroyed, of the 2^32 it may.
 */
export function sealUnder(
  under: NumberedKey,
  kind: EpochSeal,
  lookup: Buffer,
  data: Buffer,
  random: RandomBytes,
): Buffer {
  return seal(under.key, data, join(kind, lookup, numberBytes(under.number)), random);
}

/** Throws `AuthenticationFailed`. */
export function openUnder(under: NumberedKey, kind: EpochSeal, lookup: Buffer, sealed: Buffer): Buffer {
  return open(under.key, sealed, join(kind, lookup, numberBytes(under.number)));
}

/** The key new rows are sealed under. Throws `OutageError('keys')` when sealed. */
export function currentKeyOf(keys: KeyMaterial): NumberedKey {
  const { epoch } = keys.current();
  return keyOfEpoch(keys, epoch);
}

/** Throws `KeyGone` when this epoch's key is not loaded. */
export function keyOfEpoch(keys: KeyMaterial, epoch: number): NumberedKey {
  return { key: keys.epochKey(epoch), number: epoch };
}

/** Null for bytes that do not authenticate: under another key, or changed. */
export function unlessForged<R>(work: () => R): R | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof AuthenticationFailed) return null;
    throw error;
  }
}

/** Runs work on stored bytes; what does not authenticate or cannot be read is `Undecryptable`, without a detail. */
export function undecryptableIfForged<R>(work: () => R): R {
  try {
    return work();
  } catch (error) {
    if (error instanceof AuthenticationFailed) throw new Undecryptable('stored bytes do not authenticate');
    if (error instanceof RangeError) throw new Undecryptable('stored bytes have an impossible length');
    throw error;
  }
}
