import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Position } from '../types.ts';
import { fromPosition, isPosition, LOG_END, LOG_START, positionBefore, toPosition } from './position.ts';

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

test('every place of a log is a position, and what is before one is one as well', () => {
  fc.assert(
    fc.property(place, (a) => {
      const before = positionBefore(position(a));
      expect([isPosition(position(a)), isPosition(before)]).toEqual([true, true]);
      expect(before < position(a) || before === LOG_START).toBe(true);
      expect(position(a) <= LOG_END).toBe(true);
    }),
  );
});

test('nothing lies between an event and what is before it, also at the first of a transaction and of a generation', () => {
  const [most, last] = [2n ** 63n - 1n, 2n ** 64n - 1n];
  const before = (gen: bigint, xid: bigint, pos: bigint) => positionBefore(position({ gen, xid, pos }));
  expect(before(1n, 7n, 9n)).toBe(position({ gen: 1n, xid: 7n, pos: 8n }));
  expect(before(1n, 7n, 0n)).toBe(position({ gen: 1n, xid: 6n, pos: most }));
  expect(before(1n, 0n, 0n)).toBe(position({ gen: 0n, xid: last, pos: most }));
  expect(before(0n, 0n, 0n)).toBe(LOG_START);
});

test('a part beyond what a log can have makes no position', () => {
  expect([LOG_START, LOG_END].every(isPosition)).toBe(true);
  const beyond = [
    { gen: 32_768n, xid: 1n, pos: 1n },
    { gen: 1n, xid: 2n ** 64n, pos: 1n },
    { gen: 1n, xid: 1n, pos: 2n ** 63n },
  ];
  expect(beyond.map(position).filter(isPosition)).toEqual([]);
});

test('nothing comes after the end', () => {
  expect(fromPosition(LOG_END)).toEqual({ gen: '32767', xid: String(2n ** 64n - 1n), pos: String(2n ** 63n - 1n) });
});

test('the start comes before everything', () => {
  expect(fromPosition(LOG_START)).toEqual({ gen: '0', xid: '0', pos: '0' });
});

test.each(['', 'topic/3@17', '1:2:3', `${LOG_START} `])('%j is not a position of a log', (text) => {
  expect(() => fromPosition(text as Position)).toThrow(TypeError);
});
