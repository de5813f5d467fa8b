import { describe, expect, test } from 'vitest';
import { type LastUse, maxNetworks, nextUse } from './last-use.ts';

const never: LastUse = { lastUsedAt: null, lastNetworks: [] };
const midnight = new Date('2026-11-27T00:00:00.000Z');
const noon = new Date('2026-11-27T12:00:00.000Z');
const tomorrow = new Date('2026-11-28T00:00:00.000Z');

/** What is kept after uses from these networks, and how often something was written. */
function after(networks: readonly string[], first: LastUse = never, at: Date = noon) {
  let writes = 0;
  let kept = first;
  for (const network of networks) {
    const use = nextUse(kept, at, network);
    if (use === null) continue;
    writes += 1;
    kept = use;
  }
  return { ...kept, writes };
}

describe('the last use of a token', () => {
  test('is a day and a network', () => {
    expect(after(['192.0.2.0/24'])).toEqual({ lastUsedAt: midnight, lastNetworks: ['192.0.2.0/24'], writes: 1 });
  });

  test('is written once a day, and once for another network', () => {
    const uses = ['192.0.2.0/24', '192.0.2.0/24', '198.51.100.0/24', '192.0.2.0/24', '198.51.100.0/24'];
    expect(after(uses)).toEqual({
      lastUsedAt: midnight,
      lastNetworks: ['192.0.2.0/24', '198.51.100.0/24'],
      writes: 2,
    });
  });

  test('forgets the day before', () => {
    const yesterday = after(['192.0.2.0/24', '198.51.100.0/24']);
    expect(after(['198.51.100.0/24'], yesterday, tomorrow)).toEqual({
      lastUsedAt: tomorrow,
      lastNetworks: ['198.51.100.0/24'],
      writes: 1,
    });
  });

  test('has five networks, and is not written for more however often they come', () => {
    const many = Array.from({ length: 40 }, (_, at) => `10.0.${at % 20}.0/24`);
    const kept = after(many);
    expect(kept.lastNetworks).toEqual(many.slice(0, maxNetworks));
    expect(kept.writes).toBe(5);
  });

  test('that was noted before networks were gets its network', () => {
    expect(after(['192.0.2.0/24'], { lastUsedAt: midnight, lastNetworks: [] }).writes).toBe(1);
  });

  test.each([
    ['2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8:0:2::/64', '2001:db8::/48'],
    ['2001:0:0:2::/64', '2001::/48'],
    ['2001:0:10:0::/64', '2001:0:10::/48'],
    ['0:0:0:0::/64', '::/48'],
    ['192.0.2.0/24', '192.0.2.0/24'],
  ])('from %s is kept as %s', (network, kept) => {
    expect(after([network]).lastNetworks).toEqual([kept]);
  });

  test('from two homes of one provider is from one network', () => {
    expect(after(['2001:db8:1:2::/64', '2001:db8:1:3::/64']).writes).toBe(1);
  });
});
