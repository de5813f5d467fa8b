import { expect, test } from 'vitest';
import { originReader } from './origin-of.ts';

const root = Buffer.alloc(32, 7);
const day = Date.parse('2026-11-23T00:00:00Z');
const request = { headers: {}, url: '/api/v2/secret/conceal', span: null };
const clockAt = (time: { ms: number }) => ({ now: () => new Date(time.ms) });

test('a network has one tag for a day, another the next day, and no two networks the same', () => {
  const time = { ms: day };
  const originOf = originReader(root, clockAt(time));
  const tagOf = (network: string) => originOf(request, network).networkTag;
  const first = tagOf('192.0.2.0/24');
  time.ms = day + 86_399_999;
  expect(tagOf('192.0.2.0/24')).toBe(first);
  expect(tagOf('198.51.100.0/24')).not.toBe(first);
  expect(originReader(root, clockAt(time))(request, '192.0.2.0/24').networkTag).toBe(first);
  time.ms = day + 86_400_000;
  expect(tagOf('192.0.2.0/24')).not.toBe(first);
});

test('without the key of this installation a network has another tag', () => {
  const clock = clockAt({ ms: day });
  const other = originReader(Buffer.alloc(32, 8), clock)(request, '192.0.2.0/24').networkTag;
  expect(originReader(root, clock)(request, '192.0.2.0/24').networkTag).not.toBe(other);
});

test.each([
  ['/', {}, 'web'],
  ['/api/v2/status', {}, 'api'],
  ['/api/v2/status', { cookie: 'sess=1' }, 'web'],
  ['/api/v2/status', { cookie: 'sess=1', authorization: 'Basic eDp5' }, 'api'],
  ['/api/v2/status', { 'sec-fetch-site': 'same-origin' }, 'web'],
  ['/api/v2/status', { 'sec-fetch-site': 'cross-site' }, 'api'],
  ['/graphql', {}, 'graphql'],
  ['/graphql', { 'sec-fetch-site': 'same-origin' }, 'web'],
  ['/graphql', { authorization: 'Basic eDp5', 'sec-fetch-site': 'same-origin' }, 'graphql'],
])('%s with %o comes from %s', (url, headers, surface) => {
  expect(originReader(root, clockAt({ ms: day }))({ url, headers, span: null }, 'n').surface).toBe(surface);
});
