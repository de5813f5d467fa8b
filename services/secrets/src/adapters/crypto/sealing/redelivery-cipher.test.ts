import { describe, expect, test } from 'vitest';
import { KeyGone, Undecryptable } from '../../../use-cases/secret/with-loaded-keys.ts';
import { fixedKeys } from '../testing/fixed-keys.ts';
import { sealFixture } from '../testing/sealed-secret.ts';
import { createSecretCipher } from './secret-cipher.ts';

const cipher = createSecretCipher(fixedKeys());
const claimToken = 'a-claim-token-of-32-characters-0';
const { keys, binding, plaintext } = sealFixture(cipher, { plaintext: Buffer.from('for the same claimant') });
const { secretKey } = keys;

describe('a redelivery', () => {
  test('opens for the claim token it was made for', () => {
    const sealed = cipher.sealRedelivery({ claimToken, secretKey, plaintext, binding });
    expect(cipher.openRedelivery({ ...sealed, claimToken, secretKey, binding }).equals(plaintext)).toBe(true);
  });

  test('opens for no other token, key, binding or epoch', () => {
    const sealed = cipher.sealRedelivery({ claimToken, secretKey, plaintext, binding });
    const good = { ...sealed, claimToken, secretKey, binding };
    const other = sealFixture(cipher);
    for (const bad of [
      { ...good, claimToken: `${claimToken}x` },
      { ...good, secretKey: other.keys.secretKey },
      { ...good, binding: other.binding },
      { ...good, rblob: sealed.rblob.subarray(1) },
    ]) {
      expect(() => cipher.openRedelivery(bad)).toThrow(Undecryptable);
    }
    expect(() => cipher.openRedelivery({ ...good, epoch: 6 })).toThrow(KeyGone);
  });

  test('tells no more of the size than the secret did', () => {
    const sizes = [1, 100, 252].map(
      (length) =>
        cipher.sealRedelivery({ claimToken, secretKey, plaintext: Buffer.alloc(length), binding }).rblob.length,
    );
    expect(new Set(sizes).size).toBe(1);
  });
});

describe('a replayable answer', () => {
  const input = {
    idempotencyKey: 'an-idempotency-key-of-a-client-1',
    lookup: binding.lookup,
    fields: Buffer.from('fields'),
  };
  const answer = Buffer.from('{"links":[]}');

  test('is given again for the same key and the same fields', () => {
    const opened = cipher.openReplay({ ...input, ...cipher.sealReplay({ ...input, answer }) });
    expect(opened.kind === 'opened' && opened.answer.equals(answer)).toBe(true);
  });

  test('is a mismatch for other fields, and nothing for another key', () => {
    const sealed = cipher.sealReplay({ ...input, answer });
    const otherFields = cipher.openReplay({ ...input, ...sealed, fields: Buffer.from('other') });
    expect(otherFields).toEqual({ kind: 'mismatch' });
    for (const bad of [{ idempotencyKey: 'another-key-of-32-characters-000' }, { lookup: Buffer.alloc(32) }]) {
      expect(() => cipher.openReplay({ ...input, ...sealed, ...bad })).toThrow(Undecryptable);
    }
    expect(() => cipher.openReplay({ ...input, ...sealed, epoch: 1 })).toThrow(KeyGone);
  });
});
