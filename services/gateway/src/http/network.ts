import { isIPv4 } from 'node:net';

/**
 * The network of an address as text, IPv4 /24 or IPv6 /64; limits are counted by it.
 * An IPv4 address in IPv6 notation (`::ffff:192.0.2.7`) counts as IPv4.
 */
export function networkOf(address: string): string {
  const plain = address.startsWith('::ffff:') ? address.slice(7) : address;
  if (isIPv4(plain)) return `${plain.slice(0, plain.lastIndexOf('.'))}.0/24`;
  return `${firstGroups(address)}::/64`;
}

function firstGroups(address: string): string {
  const bare = address.split('%')[0] ?? '';
  const [head = '', tail] = bare.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...new Array<string>(zeros).fill('0'), ...right];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':');
}
