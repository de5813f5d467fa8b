import { randomBytes } from '@onceover/service-kit/crypto';
import { OutageError } from '@onceover/service-kit/errors';
import { describe, expect, test } from 'vitest';
import type { StoredContent } from '../../../use-cases/secret/secret-cipher.ts';
import { KeyGone, Undecryptable } from '../../../use-cases/secret/with-loaded-keys.ts';
import { fixedKeys } from '../testing/fixed-keys.ts';
import { bindingOf, type SealedFixture, sealFixture } from '../testing/sealed-secret.ts';
import { createSecretCipher } from './secret-cipher.ts';
import type { KeyMaterial } from './under-epoch.ts';

const cipher = createSecretCipher(fixedKeys());
const passphraseKey = Buffer.alloc(32, 9);

function openFixture(secret: SealedFixture, given: { stored?: Partial<StoredContent>; passphraseKey?: Buffer } = {}) {
  return cipher.open({
    secretKey: secret.keys.secretKey,
    stored: { ...secret.sealed, ...given.stored },
    passphraseKey: given.passphraseKey ?? secret.passphraseKey,
    binding: secret.binding,
  });
}

describe('a sealed secret', () => {
  test('has the sizes the tables expect, whatever it says', () => {
    const { sealed } = sealFixture(cipher, { plaintext: Buffer.from('short') });
    const sizes = [sealed.ct, sealed.wshard, sealed.linkbox].map((field) => field.length);
    expect(sizes).toEqual([256 + 60, 60, 59]);
    expect(sealed.epoch).toBe(7);
  });

  test('is sealed three times: content, shard and link', () => {
    const drawn: number[] = [];
    const recording = createSecretCipher(fixedKeys(), (size) => {
      drawn.push(size);
      return randomBytes(size);
    });
    sealFixture(recording);
    expect(drawn).toEqual([32, 12, 12, 12]); // the shard, and a nonce for each
  });

  test('is different bytes every time', () => {
    const { keys, names } = sealFixture(cipher);
    const input = {
      keys,
      names,
      plaintext: Buffer.from('same'),
      passphraseKey: null,
      binding: bindingOf(keys.secretKey),
    };
    const [one, other] = [cipher.seal(input), cipher.seal(input)];
    for (const field of ['ct', 'wshard', 'linkbox'] as const) {
      expect(one[field].equals(other[field])).toBe(false);
    }
  });

  test('opens with its key alone when it has no passphrase', () => {
    const opened = openFixture(sealFixture(cipher, { plaintext: Buffer.from('Grüße') }));
    expect(opened.kind === 'opened' && opened.plaintext.toString()).toBe('Grüße');
  });

  test('gives its link to the holder of the metadata key, and to nobody else', () => {
    const { keys, sealed, binding } = sealFixture(cipher);
    const { metadataKey, secretKey } = keys;
    expect(cipher.openLink({ ...sealed, metadataKey, binding })).toBe(secretKey);
    const other = sealFixture(cipher).keys.metadataKey;
    expect(() => cipher.openLink({ ...sealed, metadataKey: other, binding })).toThrow(Undecryptable);
  });
});

describe('a wrong passphrase', () => {
  test('is told from a corrupt row', () => {
    const secret = sealFixture(cipher, { passphraseKey });
    expect(openFixture(secret).kind).toBe('opened');
    expect(openFixture(secret, { passphraseKey: Buffer.alloc(32, 8) })).toEqual({ kind: 'wrong-passphrase' });
    const ct = Buffer.from(secret.sealed.ct);
    ct.writeUInt8(ct.readUInt8(50) ^ 1, 50);
    expect(() => openFixture(secret, { stored: { ct } })).toThrow(Undecryptable);
  });

  test('is not what a row without its passphrase flag looks like: taking the flag away opens nothing', () => {
    const { keys, sealed, binding } = sealFixture(cipher, { passphraseKey });
    const forged = { ...binding, hasPassphrase: false };
    const open = () => cipher.open({ secretKey: keys.secretKey, stored: sealed, passphraseKey: null, binding: forged });
    expect(open).toThrow(Undecryptable);
  });

  test('cannot be confused with none: a key is given exactly when a passphrase is set', () => {
    const { keys, sealed, binding } = sealFixture(cipher, { passphraseKey });
    const withoutKey = { secretKey: keys.secretKey, stored: sealed, passphraseKey: null, binding };
    expect(() => cipher.open(withoutKey)).toThrow(new TypeError('a passphrase key exactly when one is set'));
    expect(() => cipher.open({ ...withoutKey, passphraseKey: Buffer.alloc(16) })).toThrow(
      new TypeError('a passphrase key has 32 bytes'),
    );
  });
});

describe('keys that are not loaded', () => {
  test('are gone, not corrupt', () => {
    const secret = sealFixture(cipher);
    expect(() => openFixture(secret, { stored: { epoch: 6 } })).toThrow(KeyGone);
    const { keys, sealed, binding } = secret;
    expect(() => cipher.openLink({ ...sealed, epoch: 8, metadataKey: keys.metadataKey, binding })).toThrow(KeyGone);
  });

  // The epoch's key is made of both: neither alone opens a shard, and without the shard there is nothing.
  test.each([
    ['key-encryption key', 'kek'],
    ['erasable key', 'erk'],
  ] as const)('that have another %s open neither content, link, repeat nor replayed answer', (_what, name) => {
    const { keys, sealed, binding, plaintext } = sealFixture(cipher);
    const { secretKey, metadataKey } = keys;
    const claim = { claimToken: 'a-claim-token-of-32-characters-0', secretKey, binding };
    const asked = { idempotencyKey: 'a-key', lookup: binding.lookup, fields: Buffer.from('fields') };
    const redelivery = cipher.sealRedelivery({ ...claim, plaintext });
    const replay = cipher.sealReplay({ ...asked, answer: Buffer.from('links') });
    const others = createSecretCipher(fixedKeys({ [name]: Buffer.alloc(32, 0x10) }));
    for (const open of [
      () => others.open({ secretKey, stored: sealed, passphraseKey: null, binding }),
      () => others.openLink({ ...sealed, metadataKey, binding }),
      () => others.openRedelivery({ ...claim, ...redelivery }),
      () => others.openReplay({ ...asked, ...replay }),
    ]) {
      expect(open).toThrow(Undecryptable);
    }
  });

  test('that are right still open nothing in the place of another', () => {
    const { keys, sealed, binding } = sealFixture(cipher);
    const { secretKey } = keys;
    const claim = { claimToken: 'a-claim-token-of-32-characters-0', secretKey, binding };
    const { rblob } = cipher.sealRedelivery({ ...claim, plaintext: Buffer.from('x') });
    const open = () => cipher.open({ secretKey, stored: { ...sealed, wshard: rblob }, passphraseKey: null, binding });
    expect(open).toThrow(Undecryptable);
    expect(() => cipher.openRedelivery({ ...claim, epoch: 7, rblob: sealed.wshard })).toThrow(Undecryptable);
  });

  test('make a sealed ring refuse to seal, as an outage', () => {
    const sealedRing: KeyMaterial = {
      ...fixedKeys(),
      current: () => {
        throw new OutageError('keys');
      },
    };
    expect(() => sealFixture(createSecretCipher(sealedRing))).toThrow(OutageError);
  });
});

test('a binding of another secret is refused before anything is sealed with it', () => {
  const { keys, names } = sealFixture(cipher);
  const binding = bindingOf('zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz');
  expect(() => cipher.seal({ keys, names, plaintext: Buffer.from('x'), passphraseKey: null, binding })).toThrow(
    new TypeError('binding of another secret'),
  );
});

test('an error says nothing of what it was about', () => {
  const secret = sealFixture(cipher, { plaintext: Buffer.from('the content') });
  const errors: unknown[] = [];
  for (const stored of [{ ct: Buffer.alloc(300) }, { ct: Buffer.alloc(0) }, { wshard: Buffer.alloc(60) }]) {
    try {
      openFixture(secret, { stored });
    } catch (error) {
      errors.push(error);
    }
  }
  expect(errors).toHaveLength(3);
  const told = errors.map((error) => `${String(error)} ${JSON.stringify(error)}`).join();
  expect(told).not.toContain('content');
  expect(told).not.toContain(secret.keys.secretKey);
});

test('without a passphrase another key of a link is a corrupt row, not a wrong passphrase', () => {
  const secret = sealFixture(cipher);
  const other = sealFixture(cipher).keys.secretKey;
  const { sealed: stored, binding } = secret;
  const open = () => cipher.open({ secretKey: other, stored, passphraseKey: null, binding });
  expect(open).toThrow('the key commitment does not match');
});
