/** Whether a host name or address is this machine's loopback. */
export function isLoopback(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  return bare === 'localhost' || bare === '::1' || /^127(?:\.\d{1,3}){3}$/.test(bare);
}

/** The host of host[:port]. */
export function hostnameOf(host: string): string {
  return host.replace(/:\d+$/, '');
}
