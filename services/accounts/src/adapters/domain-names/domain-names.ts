import type { DomainNames } from '../../use-cases/domain/domain-ports.ts';
import { normaliseHost } from './normalise-host.ts';
import { parseDomainName } from './parse-domain-name.ts';

/** Names of hosts; our own one and what is below it are nobody's custom domain. `siteHost` may carry a port. */
export function createDomainNames(siteHost: string | undefined): DomainNames {
  const own = siteHost === undefined ? null : normaliseHost(siteHost);
  const isOurs = (host: string) => own !== null && (host === own || host.endsWith(`.${own}`));
  return {
    parse(text) {
      const name = parseDomainName(text);
      return name === null || isOurs(name.host) ? null : name;
    },
    normaliseHost(header) {
      const host = normaliseHost(header);
      return host === null || isOurs(host) ? null : host;
    },
  };
}
