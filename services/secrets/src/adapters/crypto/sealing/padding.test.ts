import { expect, test } from 'vitest';
import { pad, paddedSize, unpad } from './padding.ts';

test.each([
  [0, 256],
  [1, 256],
  [252, 256],
  [253, 512],
  [508, 512],
  [4092, 4096],
  [4093, 5120],
  [5116, 5120],
  [5117, 6144],
  [40_000, 40_960],
])('%i bytes take %i when padded', (length, size) => {
  expect(paddedSize(length)).toBe(size);
  const padded = pad(Buffer.alloc(length, 0xff));
  expect(padded).toHaveLength(size);
  expect(padded.readUInt32BE(0)).toBe(length);
  expect(padded.subarray(4 + length).every((byte) => byte === 0)).toBe(true);
  expect(unpad(padded).equals(Buffer.alloc(length, 0xff))).toBe(true);
});

test('texts of a like size cannot be told apart', () => {
  const sizes = new Set(Array.from({ length: 253 }, (_, length) => pad(Buffer.alloc(length)).length));
  expect(sizes).toEqual(new Set([256]));
});

test('what was unpadded is wiped where it lies', () => {
  const padded = pad(Buffer.from('text'));
  unpad(padded).fill(0);
  expect(padded.subarray(4).equals(Buffer.alloc(252))).toBe(true);
});

test('a length that the padded content cannot hold is refused', () => {
  const padded = pad(Buffer.from('text'));
  padded.writeUInt32BE(253, 0);
  expect(() => unpad(padded)).toThrow(RangeError);
  expect(padded.equals(Buffer.alloc(256))).toBe(true);
  expect(() => unpad(Buffer.alloc(3))).toThrow(RangeError);
});

test('the least that can be padded content is its length alone', () => {
  expect(unpad(Buffer.alloc(4))).toHaveLength(0);
  expect(() => unpad(Buffer.alloc(3))).toThrow('the padded content does not hold its length');
});
