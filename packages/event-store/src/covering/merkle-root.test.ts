import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { merkleRoot } from './merkle-root.ts';

const leafOf = (hex: string) => createHash('sha256').update(Buffer.of(0)).update(Buffer.from(hex, 'hex')).digest();
/** The leaves that implementations of Certificate Transparency test with, and the roots over the first of them. */
const leaves = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'].map(
  leafOf,
);

test.each([
  [1, '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'],
  [2, 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
  [3, 'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77'],
  [5, '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4'],
  [8, '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328'],
])('the root over %i leaves is that of RFC 6962', (count, root) => {
  expect(merkleRoot(leaves.slice(0, count)).toString('hex')).toBe(root);
});

test('of nothing there is no root, and that of one leaf is a copy of it', () => {
  expect(() => merkleRoot([])).toThrow(new TypeError('a tree has at least one leaf'));
  const leaf = leafOf('');
  merkleRoot([leaf]).fill(0);
  expect(leaf).toEqual(leafOf(''));
});
