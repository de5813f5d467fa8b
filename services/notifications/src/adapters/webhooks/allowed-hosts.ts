import { BlockList, isIP } from 'node:net';
import type { AllowedHosts } from '../../domain/webhook/address.ts';

const PLAIN = 'http://';
const NAME = /^[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?$/;

interface Hosts {
  readonly names: Set<string>;
  readonly addresses: BlockList;
}

/**
 * Reads the hosts that an operator allows although they are not public: names, IP addresses and CIDR blocks, separated by commas. Those
 * with `http://` before them may be reached without TLS, too. Null when one of them is none of these.
 */
export function parseAllowedHosts(text: string): AllowedHosts | null {
  const all: Hosts = { names: new Set(), addresses: new BlockList() };
  const plain: Hosts = { names: new Set(), addresses: new BlockList() };
  const entries = text.split(',').map((entry) => entry.trim().toLowerCase());
  for (const entry of entries.filter((each) => each !== '')) {
    const isPlain = entry.startsWith(PLAIN);
    const host = isPlain ? entry.slice(PLAIN.length) : entry;
    if (!add(all, host) || (isPlain && !add(plain, host))) return null;
  }
  return { has: (host) => isAmong(all, host), hasPlain: (host) => isAmong(plain, host) };
}

/** Reads IP addresses and CIDR blocks, separated by commas: whether an address is among them. Null when one of them is none of these. */
export function parseNetworks(text: string): ((address: string) => boolean) | null {
  const hosts: Hosts = { names: new Set(), addresses: new BlockList() };
  const entries = text.split(',').map((entry) => entry.trim().toLowerCase());
  const areFine = entries.filter((each) => each !== '').every((entry) => add(hosts, entry));
  return areFine && hosts.names.size === 0 ? (address) => isAmong(hosts, address) : null;
}

function add({ names, addresses }: Hosts, host: string): boolean {
  const [start = '', bits, ...rest] = host.replace(/^\[(.*)\]$/, '$1').split('/');
  const version = isIP(start);
  if (version === 0) {
    names.add(host);
    return NAME.test(host);
  }
  const size = version === 4 ? 32 : 128;
  if (rest.length > 0 || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= size))) return false;
  addresses.addSubnet(start, Number(bits ?? size), familyOf(version));
  return true;
}

function isAmong({ names, addresses }: Hosts, host: string): boolean {
  const version = isIP(host);
  return version === 0 ? names.has(host) : addresses.check(host, familyOf(version));
}

function familyOf(version: number): 'ipv4' | 'ipv6' {
  return version === 4 ? 'ipv4' : 'ipv6';
}
