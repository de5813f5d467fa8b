import { join, open, seal } from '@onceover/service-kit/crypto';
import { expect, test } from 'vitest';
import { createLabelCipher } from './label-cipher.ts';
import { LABELS } from './labels.ts';
import { pad } from './padding.ts';

const WRAPPING = Buffer.alloc(32, 1);
const cipher = createLabelCipher(() => Buffer.from(WRAPPING));
const ownerRef = 'owner-1';
const secretId = 'secret-1';
const ownerKey = cipher.newOwnerKey(ownerRef);
const sealed = cipher.seal({ ownerRef, secretId, ownerKey, label: 'für Tom 🫖' });
const good = { ownerRef, secretId, ownerKey, sealed };

test('a label is opened for its owner and its secret, and tells little of its length', () => {
  expect(cipher.open(good)).toBe('für Tom 🫖');
  expect(cipher.open({ ...good, sealed: cipher.seal({ ...good, label: '' }) })).toBe('');
  expect(cipher.seal({ ...good, label: 'x'.repeat(252) })).toHaveLength(sealed.length);
});

test.each([
  ['another owner', { ownerRef: 'owner-2' }],
  ['another secret', { secretId: 'secret-2' }],
  ['another key of the same owner', { ownerKey: cipher.newOwnerKey(ownerRef) }],
  ['changed bytes', { sealed: Buffer.from(sealed).fill(0, 20, 21) }],
  ['no bytes', { sealed: Buffer.alloc(0) }],
])('it is not opened for %s', (_what, change) => expect(cipher.open({ ...good, ...change })).toBeNull());

test('neither is it under another wrapping key, nor with the key of another owner put in its place', () => {
  expect(createLabelCipher(() => Buffer.alloc(32, 2)).open(good)).toBeNull();
  const foreign = cipher.newOwnerKey('owner-2');
  expect(() => cipher.seal({ ...good, ownerKey: foreign, label: 'x' })).toThrow();
});

test('what earlier versions sealed can be opened: key and label are bound to what the recipe says', () => {
  const key = Buffer.alloc(32, 3);
  const random = (size: number) => Buffer.alloc(size, 4);
  const wrapped = seal(WRAPPING, key, join('onceover/v1/label-key', ownerRef), random);
  const label = seal(key, pad(Buffer.from('tea')), join('onceover/v1/label', ownerRef, secretId), random);
  expect(cipher.open({ ...good, ownerKey: wrapped, sealed: label })).toBe('tea');
  expect(open(WRAPPING, ownerKey, join(LABELS.labelKey, ownerRef))).toHaveLength(32);
});

test('a padding that cannot be is no label; any other trouble is told', () => {
  const key = Buffer.alloc(32, 3);
  const random = (size: number) => Buffer.alloc(size, 4);
  const wrapped = seal(WRAPPING, key, join('onceover/v1/label-key', ownerRef), random);
  const broken = seal(key, Buffer.alloc(2), join('onceover/v1/label', ownerRef, secretId), random);
  expect(cipher.open({ ...good, ownerKey: wrapped, sealed: broken })).toBeNull();
  const sealedStore = createLabelCipher(() => {
    throw new Error('sealed');
  });
  expect(() => sealedStore.open(good)).toThrow('sealed');
});
