import { expect, test } from 'vitest';
import { Scratch } from '../sealing/scratch.ts';
import { NumberedKeys } from './numbered-keys.ts';

const zeros = Buffer.alloc(32);

test('a key that is not wanted any more is overwritten, not just dropped', () => {
  const keys = new NumberedKeys();
  const [old, kept] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  keys.put(1, old);
  keys.put(2, kept);
  keys.keepOnly(new Set([2]));
  expect(keys.has(1)).toBe(false);
  expect(old.equals(zeros)).toBe(true);
  expect(keys.get(2)?.equals(Buffer.alloc(32, 2))).toBe(true);
  keys.put(2, Buffer.alloc(32, 3));
  expect(kept.equals(zeros)).toBe(true);
});

test('the buffers of an operation are overwritten when it ends, also by an error', () => {
  const made: Buffer[] = [];
  const work = () => {
    using scratch = new Scratch();
    made.push(scratch.keep(Buffer.alloc(32, 1)), scratch.keep(Buffer.alloc(32, 2)));
    throw new Error('no');
  };
  expect(work).toThrow('no');
  expect(made.map((buffer) => buffer.equals(zeros))).toEqual([true, true]);
});

test('all of them can be gone through', () => {
  const keys = new NumberedKeys();
  const key = Buffer.alloc(2, 1);
  keys.put(3, key);
  expect(keys.entries()).toEqual([[3, key]]);
});
