import type { DomainNames } from '../../use-cases/domain/domain-ports.ts';
import { parseDomainName } from './parse-domain-name.ts';

/** Reads host names; the site's own host and names below it cannot be custom domains. `siteHost` may carry a port. */
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

const maxCharacters = 253;
/** @NOTE Without the `u` flag `i` folds ASCII letters only; lower-casing first would let the Kelvin sign pass for a k. */
const shape = /^((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)\.?(?::\d{1,5})?$/i;

/**
 * The host of a `Host` header as domains are stored: lower case, without port and final dot. Null when it cannot be a
 * custom domain: an address, or anything that is not one plain host name.
 */
export function normaliseHost(header: string): string | null {
  const host = shape.exec(header)?.[1]?.toLowerCase();
  if (host === undefined || host.length > maxCharacters) return null;
  const last = host.slice(host.lastIndexOf('.') + 1);
  return host.includes('.') && !/^(?:\d+|0x[0-9a-f]*)$/.test(last) ? host : null;
}
