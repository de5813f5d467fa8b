import { expect, test } from 'vitest';
import { Scratch } from './scratch.ts';

test('what an operation kept is overwritten when it ends, also when it fails', () => {
  const [first, second] = [Buffer.from('first'), Buffer.from('second')];
  const work = () => {
    using scratch = new Scratch();
    expect(scratch.keep(first)).toBe(first);
    scratch.keep(second);
    throw new Error('it failed');
  };
  expect(work).toThrow('it failed');
  expect([first, second]).toEqual([Buffer.alloc(5), Buffer.alloc(6)]);
});
