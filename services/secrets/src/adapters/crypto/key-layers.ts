import { hkdf, join, open, type RandomBytes, seal, wipe } from '@onceover/service-kit/crypto';
import { LABELS, numberBytes } from './labels.ts';

/** What a layer's additional data starts with, and the label its per-record key is derived under. */
interface LayerKind {
  readonly name: string;
  readonly label: Buffer;
}

/**
 * The outer layers of everything stored: an AEAD under a key of this record, made from a server key.
 *
 *   layer(K, n, record, data) = AEAD(KDF(K, record, label), data, name ‖ record ‖ n)
 *
 * `record` is the secret's lookup (for a link box the metadata lookup), `n` the key's number. Kinds have labels of their
 * own, so that a shard put in place of a redelivery blob does not even pass the outer layer.
 */
export const LAYERS = {
  /** `outer` and `linkbox`, under KEK_v. */
  key: { name: 'kek', label: LABELS.keyLayer },
  /** `wshard`, under ERK_e. */
  shard: { name: 'erk', label: LABELS.epochShard },
  /** `rblob`, under ERK_e. */
  redelivery: { name: 'erk-redeliver', label: LABELS.epochRedelivery },
  /** A sealed answer of `create_replay`, under ERK_e. */
  replay: { name: 'erk-replay', label: LABELS.epochReplay },
} as const satisfies Record<string, LayerKind>;

export type Layer = (typeof LAYERS)[keyof typeof LAYERS];

/** Which server key: the bytes and its version or epoch number. */
export interface NumberedKey {
  readonly key: Buffer;
  readonly number: number;
}

export function sealLayer(layer: Layer, under: NumberedKey, record: Buffer, data: Buffer, random: RandomBytes): Buffer {
  const recordKey = hkdf(under.key, record, layer.label);
  try {
    return seal(recordKey, data, join(layer.name, record, numberBytes(under.number)), random);
  } finally {
    wipe(recordKey);
  }
}

/** Throws `AuthenticationFailed`. */
export function openLayer(layer: Layer, under: NumberedKey, record: Buffer, sealed: Buffer): Buffer {
  const recordKey = hkdf(under.key, record, layer.label);
  try {
    return open(recordKey, sealed, join(layer.name, record, numberBytes(under.number)));
  } finally {
    wipe(recordKey);
  }
}
