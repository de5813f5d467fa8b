import { BlockList, isIP, isIPv4 } from 'node:net';
import type { GatewayConfig } from '../config.ts';
import type { GatewayRequest } from '../http/gateway-request.ts';

/** Whether a request comes from where colonels may be colonels. */
export type ColonelGate = (request: Pick<GatewayRequest, 'ip' | 'host'>) => boolean;

/**
 * The gate that the settings describe: a host, networks, or both. Outside it a colonel is a customer like any other, on
 * pages, on the API and in the graph alike, and learns no more than any other customer.
 *
 * Source  security 5.9
 */
export function colonelGate({ colonelHost, colonelNetworks }: GatewayConfig): ColonelGate {
  const networks = listOf(colonelNetworks);
  return ({ ip, host }) => {
    if (colonelHost !== undefined && host?.toLowerCase() !== colonelHost) return false;
    return networks === undefined || isIn(networks, ip);
  };
}

function listOf(networks: readonly string[]): BlockList | undefined {
  if (networks.length === 0) return undefined;
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', length] = network.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (length === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(length), family);
  }
  return list;
}

/** An IPv4 address in IPv6 notation is the IPv4 address. */
function isIn(list: BlockList, address: string): boolean {
  const plain = address.startsWith('::ffff:') && isIPv4(address.slice(7)) ? address.slice(7) : address;
  if (isIP(plain) === 0) return false;
  return list.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6');
}
