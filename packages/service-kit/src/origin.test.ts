import { expect, test } from 'vitest';
import { TRACEPARENT, traceparentFrom, traceparentOf } from './origin.ts';

const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

test('the trace that a request names is kept, and a careless one is not', () => {
  expect(traceparentFrom(trace)).toEqual({ traceparent: trace });
  for (const header of [undefined, '', `${trace}-more`, `00-${'0'.repeat(32)}-b7ad6b7169203331-01`, [trace]]) {
    expect(traceparentFrom(header)).toEqual({});
  }
});

test('a request that names no trace has one of its own: valid, unsampled, and the same for all its events', () => {
  const [one, other] = [traceparentOf('req-1'), traceparentOf('req-2')];
  expect(one).toMatch(TRACEPARENT);
  expect(one.endsWith('-00')).toBe(true);
  expect(traceparentOf('req-1')).toBe(one);
  expect(other).not.toBe(one);
});
