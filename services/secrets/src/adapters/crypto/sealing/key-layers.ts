import { AuthenticationFailed, hkdf, join, open, type RandomBytes, seal, wipe } from '@onceover/service-kit/crypto';
import { Undecryptable } from '../../../use-cases/secret/with-loaded-keys.ts';
import { LABELS, numberBytes } from './labels.ts';

/** What a layer's additional data starts with, and the label its per-record key is derived under. */
interface LayerKind {
  readonly name: string;
  readonly label: Buffer;
}

/**
 * The outer layers of everything stored: an AEAD under a key of this record, made from a server key.
 *
 *   layer(K, n, lookup, data) = AEAD(KDF(K, lookup, label), data, name ‖ lookup ‖ n)
 *
 * `n` is the key's number. Kinds under an epoch key have labels of their own, so that a shard put in place of a redelivery
 * blob does not even pass the outer layer; `outer` and `linkbox` share the key and differ in the name.
 */
export const LAYERS = {
  /** `outer`, under KEK_v. */
  content: { name: 'kek', label: LABELS.keyLayer },
  /** `linkbox`, under KEK_v. */
  link: { name: 'kek-link', label: LABELS.keyLayer },
  /** `wshard`, under ERK_e. */
  shard: { name: 'erk', label: LABELS.epochShard },
  /** `rblob`, under ERK_e. */
  redelivery: { name: 'erk-redeliver', label: LABELS.epochRedelivery },
  /** A sealed answer of `create_replay`, under ERK_e. */
  replay: { name: 'erk-replay', label: LABELS.epochReplay },
} as const satisfies Record<string, LayerKind>;

export type Layer = (typeof LAYERS)[keyof typeof LAYERS];

/** The keys in memory, as the ciphers take them. Buffers stay the ring's: never keep, change or wipe them. */
export interface KeyMaterial {
  /** Versions that new rows use. Throws `OutageError('keys')` when sealed. */
  current(): { readonly kekVersion: number; readonly epoch: number };
  /** Throws `KeyGone` when this version is not loaded. */
  kek(version: number): Buffer;
  /** Throws `KeyGone` when this epoch's key is not loaded. */
  erk(epoch: number): Buffer;
  /** The argon2 pepper. Throws `OutageError('keys')` when sealed. */
  pepper(): Buffer;
}

/** Which server key: the bytes and its version or epoch number. */
export interface NumberedKey {
  readonly key: Buffer;
  readonly number: number;
}

/** A record's key under a server key, derived once for all layers that share a label. The caller wipes it. */
export function recordKeyOf(layer: Layer, under: NumberedKey, lookup: Buffer): NumberedKey {
  return { key: hkdf(under.key, lookup, layer.label), number: under.number };
}

/** Seals under a key from `recordKeyOf`. */
export function sealUnder(
  recordKey: NumberedKey,
  layer: Layer,
  lookup: Buffer,
  data: Buffer,
  random: RandomBytes,
): Buffer {
  return seal(recordKey.key, data, join(layer.name, lookup, numberBytes(recordKey.number)), random);
}

export function sealLayer(layer: Layer, under: NumberedKey, lookup: Buffer, data: Buffer, random: RandomBytes): Buffer {
  const recordKey = recordKeyOf(layer, under, lookup);
  try {
    return sealUnder(recordKey, layer, lookup, data, random);
  } finally {
    wipe(recordKey.key);
  }
}

/** Throws `AuthenticationFailed`. */
export function openLayer(layer: Layer, under: NumberedKey, lookup: Buffer, sealed: Buffer): Buffer {
  const recordKey = recordKeyOf(layer, under, lookup);
  try {
    return open(recordKey.key, sealed, join(layer.name, lookup, numberBytes(recordKey.number)));
  } finally {
    wipe(recordKey.key);
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
