import { expect, test } from 'vitest';
import { type RequestKind, requestTimes } from './request-times.ts';

test.each([
  ['POST', '/api/v2/secret/conceal', 'conceal'],
  ['POST', '/api/v2/secret/generate', 'conceal'],
  ['GET', '/api/v2/secret/k3v9q2mx', 'look'],
  ['POST', '/api/v2/secret/k3v9q2mx', 'reveal'],
  ['POST', '/api/v2/secret/k3v9q2mx/acknowledge', 'other'],
  ['POST', '/api/v2/secret/k3v9q2mx/reveal', 'reveal'],
  ['GET', '/api/v2/secret/k3v9q2mx/status', 'look'],
  ['POST', '/api/v2/secret/status', 'look'],
  ['POST', '/api/v2/guest/secret/conceal', 'conceal'],
  ['POST', '/api/v3/guest/secret/k3v9q2mx/reveal', 'reveal'],
  ['POST', '/api/v1/share', 'conceal'],
  ['POST', '/api/v1/generate?ttl=60', 'conceal'],
  ['POST', '/api/v1/secret/k3v9q2mx', 'reveal'],
  ['GET', '/api/v1/private/k3v9q2mx', 'other'],
  ['POST', '/graphql', 'graph'],
  ['GET', '/', 'page'],
  ['GET', '/private/abc', 'page'],
  ['GET', '/assets/app.js', 'other'],
  ['GET', '/api/v2/status', 'other'],
  ['POST', '/hooks/bounces', 'other'],
] as const)('%s %s counts as %s', (method, url, kind) => {
  const times = requestTimes(() => 0);
  times.note(method, url, 1);
  expect(times.read().filter(({ count }) => count > 0)).toMatchObject([{ kind }]);
});

test('half of the answers took p50 at most, and 95 of a hundred p95', () => {
  const times = requestTimes(() => 0);
  for (let ms = 1; ms <= 100; ms += 1) times.note('GET', '/', ms);
  const page = times.read().find(({ kind }) => kind === 'page');
  expect(page?.count).toBe(100);
  expect(page?.p50).toBeCloseTo(50, -0.5);
  expect(page?.p95).toBeCloseTo(95, -0.5);
  expect(times.read().find(({ kind }) => kind === 'graph')).toEqual({ kind: 'graph', count: 0, p50: null, p95: null });
});

test('what is older than five minutes is forgotten, at once or bit by bit', () => {
  let now = 0;
  const times = requestTimes(() => now);
  const countOf = (wanted: RequestKind) => times.read().find(({ kind }) => kind === wanted)?.count;
  times.note('GET', '/', 1);
  now += 151_000;
  times.note('GET', '/', 1);
  expect(countOf('page')).toBe(2);
  now += 151_000;
  expect(countOf('page')).toBe(1);
  now += 3_600_000;
  expect(countOf('page')).toBe(0);
});

test('an answer that took longer than can be shown is counted none the less', () => {
  const times = requestTimes(() => 0);
  for (const ms of [0, -1, 1e9, Number.MIN_VALUE]) times.note('POST', '/graphql', ms);
  expect(times.read().find(({ kind }) => kind === 'graph')?.count).toBe(4);
});
