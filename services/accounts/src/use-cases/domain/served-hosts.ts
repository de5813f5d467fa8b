import type { Clock } from '@onceover/service-kit/clock';
import type { DomainBook, ServedHosts } from './domain-ports.ts';

const keepMs = 5_000;
/** Anybody may ask for any host, so the memory is limited. */
const maxHosts = 10_000;

interface Remembered {
  readonly isServed: boolean;
  readonly until: number;
}

/** Remembers answers for five seconds, and forgets them all when this process changes a domain. */
export function createServedHosts({ findServed }: Pick<DomainBook, 'findServed'>, clock: Clock): ServedHosts {
  let remembered = new Map<string, Remembered>();
  return {
    async isServed(host) {
      const known = remembered.get(host);
      if (known !== undefined && clock.now().getTime() < known.until) return known.isServed;
      const asked = remembered;
      const isServed = (await findServed(host)) !== null;
      if (asked.size >= maxHosts) asked.clear();
      // Into the map that was current when the question began: an answer from before a change must not outlive it.
      asked.set(host, { isServed, until: clock.now().getTime() + keepMs });
      return isServed;
    },
    forget() {
      remembered = new Map();
    },
  };
}
