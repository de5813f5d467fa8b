/** The day on which a token was last used, and the networks that it was used from on that day. */
export interface LastUse {
  /** Midnight UTC; null: it was never used. */
  readonly lastUsedAt: Date | null;
  /** In the order in which they came, such as `203.0.113.0/24` and `2001:db8:1::/48`; at most `maxNetworks`. */
  readonly lastNetworks: readonly string[];
}

/** A use that is to be kept. */
export interface Use extends LastUse {
  readonly lastUsedAt: Date;
}

/** Networks that are kept of a day. Somebody with more of them would not know a stranger's either. */
export const maxNetworks = 5;

/**
 * What is to be kept when a token is used; null when it says nothing new, as for nearly every request. A token writes at most
 * `maxNetworks` times a day, however many networks use it in turn.
 *
 * Shape    `network` is IPv4 /24 or IPv6 /64; what is kept of IPv6 is the /48, which says the provider or the site and not the home
 * Source   docs/adr/0069
 */
export function nextUse({ lastUsedAt, lastNetworks }: LastUse, at: Date, network: string): Use | null {
  const today = new Date(`${at.toISOString().slice(0, 10)}T00:00:00.000Z`);
  const before = lastUsedAt?.getTime() === today.getTime() ? lastNetworks : [];
  const kept = keptNetwork(network);
  if (before.includes(kept) || before.length >= maxNetworks) return null;
  return { lastUsedAt: today, lastNetworks: [...before, kept] };
}

function keptNetwork(network: string): string {
  const [groups = '', bits] = network.split('::/');
  if (bits === undefined) return network;
  return `${groups
    .split(':')
    .slice(0, 3)
    .join(':')
    .replace(/(^|:)0(:0)*$/, '')}::/48`;
}
