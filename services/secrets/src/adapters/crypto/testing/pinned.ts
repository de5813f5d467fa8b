import { derivePepper, derivingFrom, sealKeyCheck } from '@onceover/key-store/derivation';
import type { SecretBinding } from '../../../use-cases/secret/secret-cipher.ts';
import { sealCanary } from '../keys/epoch-canary.ts';
import { bindingBytes } from '../sealing/binding-bytes.ts';
import { createKeyDerivation } from '../sealing/key-derivation.ts';
import { createPassphraseKdf } from '../sealing/passphrase-kdf.ts';
import { createSecretCipher } from '../sealing/secret-cipher.ts';
import { countingBytes, FIXED, fixedKeys } from './fixed-keys.ts';
import { bindingOf } from './sealed-secret.ts';

/** The fixed inputs of `pinned-vectors.json`. Keys come from `FIXED`, "random" bytes from `countingBytes`. */
export const PINNED_INPUT = {
  secretKey: '0123456789abcdefghijklmnopqrstu',
  metadataKey: 'zyxwvutsrqponmlkjihgfedcba98765',
  claimToken: 'a-claim-token-of-32-characters-0',
  idempotencyKey: 'an-idempotency-key-of-a-client-1',
  passphrase: 'ﬁne café \u0041\u030a', // NFKC changes the ligature and the combining ring
  plaintext: 'Grüße, this opens once.',
  fields: 'the fields of a request',
  answer: '{"links":"for the one who asked"}',
  keyId: 'abcdefghijklmnopqrstuvwxyz',
} as const;

/** Two bindings, so that each optional field and flag is pinned once. */
export const PINNED_BINDINGS: Readonly<Record<'plain' | 'full', SecretBinding>> = {
  plain: bindingOf(PINNED_INPUT.secretKey),
  full: bindingOf(PINNED_INPUT.secretKey, {
    kind: 'generate',
    ownerRef: '0190b6c2-7c3e-7d1a-9f00-000000000001',
    shareDomainId: '0190b6c2-7c3e-7d1a-9f00-000000000002',
    hasPassphrase: true,
    isVerification: true,
    isTruncated: true,
  }),
};

const { secretKey, metadataKey } = PINNED_INPUT;
const PINNED_KEYS = { secretId: 'unused', secretKey, metadataKey, ownerHandle: 'unused' };

/** Every derivation and every sealed form of the fixed inputs, as hexadecimal. */
export async function derivePinned(): Promise<Record<string, string>> {
  const { claimToken, idempotencyKey, passphrase, plaintext } = PINNED_INPUT;
  const derivation = createKeyDerivation();
  const names = derivation.namesOf(PINNED_KEYS);
  const keys = fixedKeys();
  const passphraseKey = await createPassphraseKdf(keys).withPlace((derive) => derive(passphrase, secretKey));
  const { plain: binding, full } = PINNED_BINDINGS;
  const content = { secretKey, plaintext: Buffer.from(plaintext), binding };
  const asked = { idempotencyKey, lookup: binding.lookup, fields: Buffer.from(PINNED_INPUT.fields) };
  return inHexadecimal({
    lookup: names.lookup,
    short: names.shortkey,
    metadataLookup: names.metadataLookup,
    metadataShort: names.metadataShortkey,
    tokenHash: derivation.tokenHashOf(claimToken),
    metaPlain: bindingBytes(binding),
    metaFull: bindingBytes(full),
    passphraseKey,
    pepper: await derivePepper(derivingFrom(Buffer.alloc(32, 0x55))),
    kekCheck: await sealKeyCheck('kek', derivingFrom(FIXED.kek), 3, countingBytes()),
    rootCheck: await sealKeyCheck('root', derivingFrom(Buffer.alloc(32, 0x55)), 3, countingBytes()),
    epochKey: keys.epochKey(7),
    canary: sealCanary({ e: 7, keyId: PINNED_INPUT.keyId }, keys.epochKey(7), countingBytes()),
    ...sealedForms('plain', null),
    ...sealedForms('full', passphraseKey),
    redelivery: sealing().sealRedelivery({ ...content, claimToken }).rblob,
    replay: sealing().sealReplay({ ...asked, answer: Buffer.from(PINNED_INPUT.answer) }).sealed,
  });
}

function sealing() {
  return createSecretCipher(fixedKeys(), countingBytes());
}

function sealedForms(name: 'plain' | 'full', passphraseKey: Buffer | null): Record<string, Buffer> {
  const { ct, wshard, linkbox } = sealing().seal({
    keys: PINNED_KEYS,
    names: createKeyDerivation().namesOf(PINNED_KEYS),
    plaintext: Buffer.from(PINNED_INPUT.plaintext),
    passphraseKey,
    binding: PINNED_BINDINGS[name],
  });
  return { [`${name}.ct`]: ct, [`${name}.wshard`]: wshard, [`${name}.linkbox`]: linkbox };
}

/** Texts stay as they are. */
function inHexadecimal(values: Readonly<Record<string, Buffer | string>>): Record<string, string> {
  const texts = Object.entries(values).map(([name, value]) => [name, value.toString('hex')]);
  return Object.fromEntries(texts);
}
