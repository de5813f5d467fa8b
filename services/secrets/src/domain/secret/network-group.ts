/**
 * The network around a network, which usually has one owner: IPv4 /16 of a /24, IPv6 /48 of a /64. Whoever rents a block of
 * addresses has many networks there, and is counted as one.
 *
 * Source  security 5.8
 */
export function networkGroupOf(network: string): string {
  if (network.includes('.')) return `${network.split('.').slice(0, 2).join('.')}.0.0/16`;
  return `${network.split(':').slice(0, 3).join(':')}::/48`;
}
