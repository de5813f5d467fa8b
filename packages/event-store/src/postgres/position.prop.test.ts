import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Position } from '../types.ts';
import { fromPosition, LOG_START, toPosition } from './position.ts';

const place = fc.record({
  gen: fc.bigInt({ min: 0n, max: 32_767n }),
  xid: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  pos: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
});
const position = ({ gen, xid, pos }: { gen: bigint; xid: bigint; pos: bigint }) =>
  toPosition({ gen: String(gen), xid: String(xid), pos: String(pos) });

test('positions sort as text just as their parts sort as numbers', () => {
  fc.assert(
    fc.property(place, place, (a, b) => {
      const order = [a.gen - b.gen, a.xid - b.xid, a.pos - b.pos].find((difference) => difference !== 0n) ?? 0n;
      const [one, other] = [position(a), position(b)];
      expect(one < other ? -1n : one > other ? 1n : 0n).toBe(order < 0n ? -1n : order > 0n ? 1n : 0n);
    }),
  );
});

test('a position can be taken apart again', () => {
  fc.assert(
    fc.property(place, (a) => {
      expect(fromPosition(position(a))).toEqual({ gen: String(a.gen), xid: String(a.xid), pos: String(a.pos) });
    }),
  );
});

test('the start comes before everything', () => {
  expect(fromPosition(LOG_START)).toEqual({ gen: '0', xid: '0', pos: '0' });
});

test.each(['', 'topic/3@17', '1:2:3', `${LOG_START} `])('%j is not a position of a log', (text) => {
  expect(() => fromPosition(text as Position)).toThrow(TypeError);
});
