import { lookup, Resolver } from 'node:dns/promises';
import { codeOf } from '@onceover/service-kit/errors';

/** The addresses of a name; none when it has none. Throws when that cannot be found out. */
export type LookUp = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

/** The name has no such record: that is an answer. Any other failure is not. */
const NOTHING_THERE = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * Asks DNS, without the system's own look-up: that one occupies a thread of the few that files and password hashes need, for as long as
 * somebody's slow name server likes.
 *
 * `servers`  `host:port` of resolvers; default: the system's
 */
export function createDnsLookUp(servers: readonly string[] = []): LookUp {
  return async (name, signal) => {
    const resolver = new Resolver();
    if (servers.length > 0) resolver.setServers([...servers]);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      const unknown = answers.find((answer) => answer.status === 'rejected' && !isNothingThere(answer.reason));
      if (addresses.length === 0 && unknown?.status === 'rejected') throw unknown.reason;
      return addresses;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}

/** Asks the system, which also knows `/etc/hosts`: for names that the operator vouches for. */
export const lookUpInSystem: LookUp = async (name) => {
  try {
    return (await lookup(name, { all: true })).map(({ address }) => address);
  } catch (error) {
    if (isNothingThere(error)) return [];
    throw error;
  }
};

function isNothingThere(error: unknown): boolean {
  return NOTHING_THERE.has(codeOf(error) ?? '');
}
