import type { Clock } from '@onceover/service-kit/clock';
import { hmac, randomBytes } from '@onceover/service-kit/crypto';

/** Which links a network has looked at within the last seconds: how many, and no more than that is told. */
export interface LinkKeys {
  note(network: string, secretKey: string): void;
  /** Whether it has looked at so many that hardly a person does. */
  hasMany(network: string): boolean;
}

const WINDOW_MS = 10_000;
/** A person opens a link, and perhaps the next; an office has one address. */
const MANY = 4;
const MOST_NETWORKS = 10_000;

interface Link {
  readonly name: string;
  readonly at: number;
}

/**
 * Counted in this process, under a key of its own, so that neither a network nor a link is kept. Several gateways see
 * their part; what one does not see is one sign less.
 */
export function memoryLinkKeys(clock: Clock): LinkKeys {
  const secret = randomBytes(32);
  const seen = new Map<string, readonly Link[]>();
  const nameOf = (text: string) => hmac(secret, text).toString('base64url');
  const recent = (name: string) => {
    const since = clock.now().getTime() - WINDOW_MS;
    return (seen.get(name) ?? []).filter(({ at }) => at > since);
  };
  return {
    note(network, secretKey) {
      const [name, link] = [nameOf(network), nameOf(secretKey)];
      const others = recent(name).filter((known) => known.name !== link);
      if (seen.size >= MOST_NETWORKS && !seen.has(name)) seen.clear();
      seen.set(name, [...others, { name: link, at: clock.now().getTime() }].slice(-MANY));
    },
    hasMany: (network) => recent(nameOf(network)).length >= MANY,
  };
}

/** Where requests are not limited, links are not counted either. */
export const uncountedLinkKeys: LinkKeys = { note: () => undefined, hasMany: () => false };
