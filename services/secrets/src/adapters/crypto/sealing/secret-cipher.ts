import { hkdf, isEqual, join, open, type RandomBytes, randomBytes, seal, sha256 } from '@onceover/service-kit/crypto';
import type { ReplayCipher } from '../../../use-cases/conceal/replay-conceal.ts';
import type { RedeliveryCipher } from '../../../use-cases/reveal/redelivery.ts';
import type { SecretBinding, SecretCipher } from '../../../use-cases/secret/secret-cipher.ts';
import { Undecryptable } from '../../../use-cases/secret/with-loaded-keys.ts';
import { bindingBytes } from './binding-bytes.ts';
import { LABELS, textBytes } from './labels.ts';
import { pad, unpad } from './padding.ts';
import { createRedeliveryCipher } from './redelivery-cipher.ts';
import { createReplayCipher } from './replay-cipher.ts';
import { Scratch } from './scratch.ts';
import {
  currentKeyOf,
  type KeyMaterial,
  keyOfEpoch,
  openUnder,
  sealUnder,
  undecryptableIfForged,
} from './under-epoch.ts';

const KEY_BYTES = 32;
const NO_PASSPHRASE = Buffer.alloc(KEY_BYTES);

export type Ciphers = SecretCipher & RedeliveryCipher & ReplayCipher;

/**
 * Seals and opens secrets: link part × server KEK × erasable shard × passphrase.
 *
 *   WK, KC  = KDF(L ‖ S ‖ PK, lookup, "onceover/v1/wrap", 64)
 *   ct      = KC, AEAD(WK, pad(plaintext), meta)                                     60 bytes more than the padded text
 *   wshard  = AEAD(EK_e, S, "shard" ‖ lookup ‖ e)                                    60 bytes
 *   linkbox = AEAD(KDF(M ‖ S, mlookup, "onceover/v1/linkbox"), L, meta)              59 bytes
 *
 * The shard S is the server's part: EK_e comes from the key-encryption key and the erasable key together, and without S
 * there is neither content nor link. KC is the key commitment: it tells a wrong passphrase from a corrupt row, and a
 * ciphertext that opens under two keys cannot be made. Every buffer made here is overwritten before the call returns, but
 * those it returns. Source: security 3.2; `meta` in `binding-bytes.ts`, EK_e in `under-epoch.ts`.
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
  { keys: { secretKey, metadataKey }, names, plaintext, passphraseKey, binding }: Parameters<SecretCipher['seal']>[0],
): ReturnType<SecretCipher['seal']> {
  using scratch = new Scratch();
  const under = currentKeyOf(keys);
  if (!isEqual(binding.lookup, names.lookup)) throw new TypeError('binding of another secret');
  const meta = bindingBytes(binding);
  const shard = scratch.keep(random(KEY_BYTES));
  const { wrapKey, commitment } = wrapKeys(scratch, secretKey, shard, passphraseKey, binding);
  const linkBoxKey = linkBoxKeyOf(scratch, metadataKey, shard, names.metadataLookup);
  return {
    ct: seal(wrapKey, scratch.keep(pad(plaintext)), meta, random, commitment),
    wshard: sealUnder(under, 'shard', binding.lookup, shard, random),
    epoch: under.number,
    linkbox: seal(linkBoxKey, scratch.keep(textBytes(secretKey)), meta, random),
  };
}

function openSecret(
  keys: KeyMaterial,
  { secretKey, stored, passphraseKey, binding }: Parameters<SecretCipher['open']>[0],
): ReturnType<SecretCipher['open']> {
  using scratch = new Scratch();
  const under = keyOfEpoch(keys, stored.epoch);
  return undecryptableIfForged(() => {
    const shard = scratch.keep(openUnder(under, 'shard', binding.lookup, stored.wshard));
    const { wrapKey, commitment } = wrapKeys(scratch, secretKey, shard, passphraseKey, binding);
    if (!isEqual(commitment, stored.ct.subarray(0, KEY_BYTES))) {
      if (binding.hasPassphrase) return { kind: 'wrong-passphrase' };
      throw new Undecryptable('the key commitment does not match');
    }
    const padded = open(wrapKey, stored.ct.subarray(KEY_BYTES), bindingBytes(binding));
    return { kind: 'opened', plaintext: unpad(padded) };
  });
}

function openLink(
  keys: KeyMaterial,
  { metadataKey, linkbox, wshard, epoch, binding }: Parameters<SecretCipher['openLink']>[0],
): string {
  using scratch = new Scratch();
  const under = keyOfEpoch(keys, epoch);
  return undecryptableIfForged(() => {
    const shard = scratch.keep(openUnder(under, 'shard', binding.lookup, wshard));
    const metadataLookup = sha256(join(LABELS.metadataLookup, metadataKey));
    const linkBoxKey = linkBoxKeyOf(scratch, metadataKey, shard, metadataLookup);
    return scratch.keep(open(linkBoxKey, linkbox, bindingBytes(binding))).toString('latin1');
  });
}

function wrapKeys(
  scratch: Scratch,
  secretKey: string,
  shard: Buffer,
  passphraseKey: Buffer | null,
  binding: SecretBinding,
): { wrapKey: Buffer; commitment: Buffer } {
  if (binding.hasPassphrase !== (passphraseKey !== null))
    throw new TypeError('a passphrase key exactly when one is set');
  if (passphraseKey !== null && passphraseKey.length !== KEY_BYTES)
    throw new TypeError('a passphrase key has 32 bytes');
  const material = scratch.keep(join(secretKey, shard, passphraseKey ?? NO_PASSPHRASE));
  const derived = scratch.keep(hkdf(material, binding.lookup, LABELS.wrap, 2 * KEY_BYTES));
  return { wrapKey: derived.subarray(0, KEY_BYTES), commitment: derived.subarray(KEY_BYTES) };
}

function linkBoxKeyOf(scratch: Scratch, metadataKey: string, shard: Buffer, metadataLookup: Buffer): Buffer {
  const material = scratch.keep(join(metadataKey, shard));
  return scratch.keep(hkdf(material, metadataLookup, LABELS.linkBox));
}
