import { expect, test } from 'vitest';
import { networkGroupOf } from './delivery.ts';

test.each([
  ['198.51.100.0/24', '198.51.0.0/16'],
  ['198.51.7.0/24', '198.51.0.0/16'],
  ['2001:db8:1:7::/64', '2001:db8:1::/48'],
  ['0:0:0:0::/64', '0:0:0::/48'],
])('%s is in %s', (network, group) => {
  expect(networkGroupOf(network)).toBe(group);
});
