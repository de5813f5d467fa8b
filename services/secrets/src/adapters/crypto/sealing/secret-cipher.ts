import { hkdf, isEqual, join, open, type RandomBytes, randomBytes, seal, sha256 } from '@onceover/service-kit/crypto';
import type { ReplayCipher } from '../../../use-cases/conceal/replay-conceal.ts';
import type { RedeliveryCipher } from '../../../use-cases/reveal/redelivery.ts';
import type { SecretBinding, SecretCipher } from '../../../use-cases/secret/secret-cipher.ts';
import { Undecryptable } from '../../../use-cases/secret/with-loaded-keys.ts';
import { bindingBytes } from './binding-bytes.ts';
import {
  type KeyMaterial,
  LAYERS,
  openLayer,
  recordKeyOf,
  sealLayer,
  sealUnder,
  undecryptableIfForged,
} from './key-layers.ts';
import { LABELS, textBytes } from './labels.ts';
import { pad, unpad } from './padding.ts';
import { createRedeliveryCipher } from './redelivery-cipher.ts';
import { createReplayCipher } from './replay-cipher.ts';
import { Scratch } from './scratch.ts';

const KEY_BYTES = 32;
const NO_PASSPHRASE = Buffer.alloc(KEY_BYTES);

/** Everything that is sealed under the server's keys. */
export type Ciphers = SecretCipher & RedeliveryCipher & ReplayCipher;

/**
 * Seals and opens secrets: link part × server KEK × erasable shard × passphrase.
 *
 *   WK, KC  = KDF(L ‖ S ‖ PK, lookup, "onceover/v1/wrap", 64)
 *   ct      = AEAD(DEK, pad(plaintext), meta)
 *   outer   = layer(KEK_v, lookup, KC, AEAD(WK, DEK, meta))           120 bytes
 *   wshard  = layer(ERK_e, lookup, S)                                  60 bytes
 *   linkbox = layer(KEK_v, lookup, AEAD(KDF(M ‖ S, mlookup, "onceover/v1/linkbox"), L, meta))   87 bytes
 *
 * KC is the key commitment: it tells a wrong passphrase from a corrupt row, and a ciphertext that opens under two keys
 * cannot be made. Every buffer made here is overwritten before the call returns, but those it returns.
 * Source: security 3.2; `meta` in `binding-bytes.ts`, layers in `key-layers.ts`.
 */
export function createSecretCipher(keys: KeyMaterial, random: RandomBytes = randomBytes): Ciphers {
  return {
    seal: (input) => sealSecret(keys, random, input),
    open: (input) => openSecret(keys, input),
    openLink: (input) => openLink(keys, input),
    ...createRedeliveryCipher(keys, random),
    ...createReplayCipher(keys, random),
  };
}

function sealSecret(
  keys: KeyMaterial,
  random: RandomBytes,
  { keys: secretKeys, plaintext, passphraseKey, binding }: Parameters<SecretCipher['seal']>[0],
): ReturnType<SecretCipher['seal']> {
  using scratch = new Scratch();
  const { kekVersion, epoch } = keys.current();
  const kek = { key: keys.kek(kekVersion), number: kekVersion };
  const erk = { key: keys.erk(epoch), number: epoch };
  const linkKey = scratch.keep(textBytes(secretKeys.secretKey));
  if (!isEqual(binding.lookup, sha256(join(LABELS.lookup, linkKey)))) throw new TypeError('binding of another secret');
  const meta = bindingBytes(binding);
  const shard = scratch.keep(random(KEY_BYTES));
  const dataKey = scratch.keep(random(KEY_BYTES));
  const { wrapKey, commitment } = wrapKeys(scratch, linkKey, shard, passphraseKey, binding);
  const ct = seal(dataKey, scratch.keep(pad(plaintext)), meta, random);
  const inner = scratch.keep(Buffer.concat([commitment, scratch.keep(seal(wrapKey, dataKey, meta, random))]));
  const metadataLookup = sha256(join(LABELS.metadataLookup, secretKeys.metadataKey));
  const linkBoxKey = linkBoxKeyOf(scratch, secretKeys.metadataKey, shard, metadataLookup);
  const link = scratch.keep(seal(linkBoxKey, linkKey, meta, random));
  const recordKey = recordKeyOf(LAYERS.content, kek, binding.lookup);
  scratch.keep(recordKey.key);
  return {
    ct,
    outer: sealUnder(recordKey, LAYERS.content, binding.lookup, inner, random),
    kekVersion,
    wshard: sealLayer(LAYERS.shard, erk, binding.lookup, shard, random),
    epoch,
    linkbox: sealUnder(recordKey, LAYERS.link, binding.lookup, link, random),
  };
}

function openSecret(
  keys: KeyMaterial,
  { secretKey, stored, passphraseKey, binding }: Parameters<SecretCipher['open']>[0],
): ReturnType<SecretCipher['open']> {
  using scratch = new Scratch();
  const kek = { key: keys.kek(stored.kekVersion), number: stored.kekVersion };
  const erk = { key: keys.erk(stored.epoch), number: stored.epoch };
  return undecryptableIfForged(() => {
    const shard = scratch.keep(openLayer(LAYERS.shard, erk, binding.lookup, stored.wshard));
    const inner = scratch.keep(openLayer(LAYERS.content, kek, binding.lookup, stored.outer));
    const linkKey = scratch.keep(textBytes(secretKey));
    const { wrapKey, commitment } = wrapKeys(scratch, linkKey, shard, passphraseKey, binding);
    if (!isEqual(commitment, inner.subarray(0, KEY_BYTES))) {
      if (binding.hasPassphrase) return { kind: 'wrong-passphrase' };
      throw new Undecryptable('the key commitment does not match');
    }
    const meta = bindingBytes(binding);
    const dataKey = scratch.keep(open(wrapKey, inner.subarray(KEY_BYTES), meta));
    return { kind: 'opened', plaintext: unpad(scratch.keep(open(dataKey, stored.ct, meta))) };
  });
}

function openLink(
  keys: KeyMaterial,
  { metadataKey, linkbox, kekVersion, wshard, epoch, binding }: Parameters<SecretCipher['openLink']>[0],
): string {
  using scratch = new Scratch();
  const kek = { key: keys.kek(kekVersion), number: kekVersion };
  const erk = { key: keys.erk(epoch), number: epoch };
  return undecryptableIfForged(() => {
    const shard = scratch.keep(openLayer(LAYERS.shard, erk, binding.lookup, wshard));
    const metadataLookup = sha256(join(LABELS.metadataLookup, metadataKey));
    const link = scratch.keep(openLayer(LAYERS.link, kek, binding.lookup, linkbox));
    const linkBoxKey = linkBoxKeyOf(scratch, metadataKey, shard, metadataLookup);
    return scratch.keep(open(linkBoxKey, link, bindingBytes(binding))).toString('latin1');
  });
}

function wrapKeys(
  scratch: Scratch,
  linkKey: Buffer,
  shard: Buffer,
  passphraseKey: Buffer | null,
  binding: SecretBinding,
): { wrapKey: Buffer; commitment: Buffer } {
  if (binding.hasPassphrase !== (passphraseKey !== null))
    throw new TypeError('a passphrase key exactly when one is set');
  if (passphraseKey !== null && passphraseKey.length !== KEY_BYTES)
    throw new TypeError('a passphrase key has 32 bytes');
  const material = scratch.keep(join(linkKey, shard, passphraseKey ?? NO_PASSPHRASE));
  const derived = scratch.keep(hkdf(material, binding.lookup, LABELS.wrap, 2 * KEY_BYTES));
  return { wrapKey: derived.subarray(0, KEY_BYTES), commitment: derived.subarray(KEY_BYTES) };
}

function linkBoxKeyOf(scratch: Scratch, metadataKey: string, shard: Buffer, metadataLookup: Buffer): Buffer {
  const material = scratch.keep(join(metadataKey, shard));
  return scratch.keep(hkdf(material, metadataLookup, LABELS.linkBox));
}
