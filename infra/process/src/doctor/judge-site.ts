import { isIP } from 'node:net';
import type { Mirrored } from '@onceover/schema/mirror';
import { hostnameOf } from '@onceover/schema/site-host';
import { type Found, look, ok, worstOf, wrong } from './finding.ts';

/** What a visitor finds at the public address. */
export interface SiteFacts {
  /** host[:port] */
  readonly site: string;
  /** None: the name leads nowhere. */
  readonly addresses: readonly string[];
  readonly tls?: { readonly daysLeft: number } | { readonly trouble: string };
  readonly status?: number;
  readonly hasHsts?: boolean;
  /** How far the clock of whoever answers is ahead of ours, in seconds. */
  readonly clockAhead?: number;
  /** How the question arrived; null if somebody else answered, absent where it was not asked. */
  readonly mirrored?: Mirrored | null;
  /** What port 80 does; absent where it was not asked. */
  readonly http?: 'redirects' | 'plain' | 'closed';
}

/** What a visitor may not say of themselves: an address kept for documentation (RFC 5737), and a name that nobody has. */
export const forged = { visitor: '192.0.2.77', host: 'doctor.invalid' } as const;

const PROXY = 'Behind a proxy';
const SOON_DAYS = 14;
/** 502, 503 and 504 are what proxies say of whoever is behind them. */
const GATEWAY_ERRORS = 502;

/** Whether the name leads here. */
export function judgeSite({ site, addresses, tls, mirrored, status = 0 }: SiteFacts): Found {
  const host = hostnameOf(site);
  if (addresses.length === 0)
    return wrong(`${host} cannot be resolved`, 'make an A or AAAA record for it, or correct ONCEOVER_SITE_HOST', PROXY);
  const [first, ...more] = addresses;
  const where = `${host} is at ${first}${more.length === 0 ? '' : ` and ${more.length} more`}`;
  if (tls !== undefined && 'trouble' in tls) return look(`${where}; what answers there is unknown`);
  if (mirrored === null && status >= GATEWAY_ERRORS) {
    return wrong(
      `the proxy answers ${status}: it does not reach Onceover`,
      'start Onceover, or correct the address that the proxy forwards to',
      PROXY,
    );
  }
  if (mirrored === null) {
    return wrong(
      `${host} is answered (${status}), but not by this installation`,
      'let the proxy forward every path, including /health/mirror, or correct ONCEOVER_SITE_HOST',
      PROXY,
    );
  }
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0)
    return look('links name an address instead of a host', 'set ONCEOVER_SITE_HOST to a name', PROXY);
  return ok(mirrored === undefined ? where : `${where}, and leads here`);
}

/** Whether what people send there is encrypted, and stays so. */
export function judgeHttps({ site, tls, hasHsts, http, mirrored }: SiteFacts): readonly Found[] {
  if (tls === undefined) return [];
  if ('trouble' in tls)
    return [wrong(`https://${site}: ${tls.trouble}`, 'give the proxy a valid certificate, and start it', PROXY)];
  const { daysLeft } = tls;
  const days = daysLeft === 1 ? '1 day' : `${daysLeft} days`;
  const bad = [
    ...(daysLeft < SOON_DAYS ? [look(`the certificate ends in ${days}`, 'have the proxy renew it', PROXY)] : []),
    ...(hasHsts === false && mirrored !== null // what somebody else answers says nothing of ours
      ? [look('the Strict-Transport-Security header is missing', 'let the proxy pass on response headers', PROXY)]
      : []),
    ...(http === 'plain'
      ? [wrong(`http://${site} is answered without encryption`, 'let the proxy redirect http to https', PROXY)]
      : []),
  ];
  const redirect = http === 'redirects' ? ', http leads to https' : '';
  return worstOf(
    bad,
    `the certificate is good for ${days}, ${hasHsts === true ? 'HSTS is on' : 'HSTS is not known'}${redirect}`,
  );
}

export interface ProxySettings {
  readonly trustedProxies: readonly string[];
}

/**
 * Whether the proxy says who the visitors are, and is believed. There always is one: Onceover itself speaks no TLS.
 */
export function judgeProxy({ trustedProxies }: ProxySettings, { site, mirrored }: SiteFacts): readonly Found[] {
  const everybody = trustedProxies.filter((each) => each.endsWith('/0'));
  const tooMany = everybody.map((each) =>
    look(
      `anybody may name the visitor's address (${each})`,
      'ONCEOVER_TRUSTED_PROXIES: the address of the proxy alone',
      PROXY,
    ),
  );
  if (mirrored === undefined || mirrored === null)
    return worstOf([...untried(trustedProxies), ...tooMany], tried(trustedProxies));
  const { from, visitor, host, isForwarded, isBelieved } = mirrored;
  if (!isForwarded)
    return [
      wrong("the proxy does not pass on the visitor's address", 'let it set X-Forwarded-For to that address', PROXY),
    ];
  if (!isBelieved)
    return [
      wrong(
        `the proxy at ${from} is not trusted: all visitors share one request limit`,
        `ONCEOVER_TRUSTED_PROXIES=${from}`,
        PROXY,
      ),
    ];
  const bad = [
    ...tooMany,
    ...(visitor === forged.visitor
      ? [wrong('visitors can fake their address', 'let the proxy set X-Forwarded-For, not pass it on', PROXY)]
      : []),
    ...(host === forged.host
      ? [wrong('visitors can fake the host they came to', 'let the proxy drop X-Forwarded-Host', PROXY)]
      : []),
    ...(host !== site && host !== forged.host
      ? [wrong(`the proxy turns the host into ${host}`, 'let it pass on the Host header unchanged', PROXY)]
      : []),
  ];
  return worstOf(bad, `${from} passes on visitors' addresses, and is trusted`);
}

/** From the settings alone. */
function untried(trustedProxies: readonly string[]): readonly Found[] {
  if (trustedProxies.length > 0) return [];
  const todo = 'ONCEOVER_TRUSTED_PROXIES: the address from which the proxy connects';
  return [wrong('no proxy is trusted: all visitors share one request limit', todo, PROXY)];
}

const tried = (trustedProxies: readonly string[]) => `trusted: ${trustedProxies.join(', ')}; this could not be tested`;
