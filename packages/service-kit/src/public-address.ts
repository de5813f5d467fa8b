import { BlockList, isIPv4, isIPv6 } from 'node:net';

/**
 * IPv4 blocks that are not the public internet. Source: IANA IPv4 Special-Purpose Address Registry (RFC 6890),
 * multicast, class E.
 */
const closed4 = subnets('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]);

/** All of IPv6 that is handed out to networks; mapped, translated, local and multicast addresses lie outside. */
const global6 = subnets('ipv6', [['2000::', 3]]);

/** Blocks within it that are not. Source: IANA IPv6 Special-Purpose Address Registry. */
const closed6 = subnets('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
]);

/**
 * Whether an address belongs to the public internet, so that the server may connect to it for somebody else. Anything that
 * is not an address in its plain form is none: names, short forms, zones, ports.
 *
 * Source  security 6.7, T20
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !closed4.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  return global6.check(address, 'ipv6') && !closed6.check(address, 'ipv6');
}

function subnets(family: 'ipv4' | 'ipv6', blocks: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [start, bits] of blocks) list.addSubnet(start, bits, family);
  return list;
}
