import { join, sha256 } from '@onceover/service-kit/crypto';
import { expect, test } from 'vitest';
import { createKeyDerivation } from './key-derivation.ts';

const derivation = createKeyDerivation();
const key = '0123456789abcdefghijklmnopqrstu';

test('a new secret gets three keys and an id that have nothing in common', () => {
  const { secretId, secretKey, metadataKey, ownerHandle } = derivation.newKeys();
  expect(secretId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  for (const text of [secretKey, metadataKey, ownerHandle]) expect(derivation.isKey(text)).toBe(true);
  expect(new Set([secretKey, metadataKey, ownerHandle]).size).toBe(3);
});

test('of 300,000 keys no two are alike', () => {
  const keys = new Set<string>();
  for (let made = 0; made < 100_000; made += 1) {
    const { secretKey, metadataKey, ownerHandle } = derivation.newKeys();
    keys.add(secretKey).add(metadataKey).add(ownerHandle);
  }
  expect(keys.size).toBe(300_000);
});

test.each([
  ['', false],
  [key, true],
  [key.slice(1), false],
  [`${key}a`, true],
  [key.repeat(2), true],
  [`${key.repeat(2)}ab`, true],
  [`${key.repeat(2)}abc`, false],
  [key.toUpperCase(), false],
  [`${key.slice(1)}\n`, false],
  [`${key}\n`, false],
  [` ${key.slice(1)}`, false],
  [`${key.slice(1)}é`, false],
])('%j is a key: %s', (text, isKey) => {
  expect(derivation.isKey(text)).toBe(isKey);
});

test('what a key is found by says nothing of the key, and is another for each purpose', () => {
  const { lookup, metadataLookup, shortkey, metadataShortkey } = derivation.namesOf({
    ...derivation.newKeys(),
    secretKey: key,
    metadataKey: key,
  });
  const hashes = [lookup, metadataLookup, derivation.tokenHashOf(key)].map(hexOf);
  expect(new Set([...hashes, shortkey, metadataShortkey]).size).toBe(5);
  expect(hashes.slice(0, 2)).toEqual([derivation.lookupOf(key), derivation.metadataLookupOf(key)].map(hexOf));
  expect(shortkey).toMatch(/^[0-9a-z]{8}$/);
  expect(key.startsWith(shortkey)).toBe(false);
});

function hexOf(bytes: Buffer): string {
  return bytes.toString('hex');
}

test('what is no key finds what the empty text finds: nothing', () => {
  expect(derivation.lookupOf('no key')).toEqual(derivation.lookupOf(''));
  expect(derivation.metadataLookupOf('no key')).toEqual(derivation.metadataLookupOf(''));
  expect(hexOf(derivation.lookupOf(''))).toBe(hexOf(sha256(join('onceover/v1/lookup', ''))));
  expect(hexOf(derivation.metadataLookupOf(''))).toBe(hexOf(sha256(join('onceover/v1/mlookup', ''))));
});
