import { parse } from 'tldts';
import { toASCII, toUnicode } from 'tr46';
import type { DomainName, DomainNames } from '../../use-cases/domain/domain-ports.ts';

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

const maxLabels = 10;
/** What `_onceover-challenge-1234567.` adds to a name; the record must have a name, too. */
const challengeCharacters = 28;
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** On the list of suffixes, but no host below them can be visited by a browser and proven in the public DNS. */
const notForPages = new Set(['arpa', 'onion']);
/** @NOTE Not on the list of suffixes: the domain for documentation, ours included. Nobody can prove a name in it. */
const documentation = 'example';

/** Strict where the standard leaves a choice, except that `--` in the middle of a label is common among real hosts. */
const uts46 = {
  checkBidi: true,
  checkJoiners: true,
  checkHyphens: false,
  useSTD3ASCIIRules: true,
  verifyDNSLength: true,
  transitionalProcessing: false,
};

/**
 * Reads the name of a public host as a person types it; null: it is not one.
 *
 * Shape    UTS-46 to lower-case punycode; below a public suffix (the list's private part included, so that a suffix shared
 *          by strangers, such as a hosting company's, belongs to none of them); no address, wildcard, port, path or underscore
 * Units    at most 253 characters in 10 labels of 63
 * Source   REST contract 7.1, security 6.7
 */
export function parseDomainName(text: string): DomainName | null {
  if (text.length > maxCharacters) return null;
  const typed = text.trim();
  const host = toASCII(typed.endsWith('.') ? typed.slice(0, -1) : typed, uts46);
  if (host === null || host.length > maxCharacters) return null;
  const labels = host.split('.');
  if (labels.length > maxLabels || !labels.every((each) => label.test(each))) return null;
  return partsOf(host);
}

function partsOf(host: string): DomainName | null {
  const found = parse(host, { allowPrivateDomains: true, extractHostname: false });
  const { domain, publicSuffix, domainWithoutSuffix: sld } = found;
  if (found.isIp === true || domain === null || publicSuffix === null || sld === null) return null;
  const isListed = found.isIcann === true || found.isPrivate === true;
  if (!isListed && publicSuffix !== documentation) return null;
  if (notForPages.has(host.slice(host.lastIndexOf('.') + 1))) return null;
  if (host.length + challengeCharacters > maxCharacters) return null;
  const trd = host === domain ? null : host.slice(0, -domain.length - 1);
  return { host, displayDomain: displayOf(host), baseDomain: domain, tld: publicSuffix, sld, trd };
}

/** In its own script, if all of it is letters and digits; symbols stay in punycode, as some of them look alike. */
function displayOf(host: string): string {
  const { domain } = toUnicode(host);
  return /^[\p{L}\p{M}\p{N}.·・-]+$/u.test(domain) ? domain : host;
}
