import type { IncomingMessage } from 'node:http';
import { hostnameOf, isLoopback } from '@onceover/schema/site-host';
import { ConfigError } from '@onceover/service-kit/config';
import type { GatewayConfig } from '../config.ts';

/**
 * The address that people use: the host in links, and the rules that follow from it.
 *
 * Anything but loopback is https, and https means production rules: `__Host-` cookies, HSTS, registered documents only.
 */
export interface Site {
  /** host[:port] */
  readonly host: string;
  readonly scheme: 'http' | 'https';
  /** `https://once.example`, the start of every link. */
  readonly origin: string;
  readonly isProduction: boolean;
  /** Values of the Host header that are the site's. */
  readonly hosts: ReadonlySet<string>;
  /** Values of the Origin header that are the site's. */
  readonly origins: ReadonlySet<string>;
}

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The site of a configuration; `port` is the one actually listened on. Throws `ConfigError` for settings that
 * contradict each other.
 */
export function siteOf(config: GatewayConfig, port: number): Site {
  const listensOnLoopback = isLoopback(config.host);
  if (config.siteHost === undefined && !listensOnLoopback) {
    throw new ConfigError([`ONCEOVER_SITE_HOST is required when ONCEOVER_HOST=${config.host} is not loopback`]);
  }
  const host = config.siteHost ?? `${bracketed(config.host)}:${port}`;
  const isProduction = isProductionSite(config);
  if (!config.rateLimits && (isProduction || !listensOnLoopback)) {
    throw new ConfigError(['ONCEOVER_RATE_LIMITS=off is allowed on loopback only']);
  }
  const scheme = isProduction ? 'https' : 'http';
  const hosts = new Set([host, ...(config.colonelHost === undefined ? [] : [config.colonelHost])]);
  if (!isProduction) for (const name of LOOPBACK_NAMES) hosts.add(`${name}:${port}`);
  const origins = new Set([...hosts].map((known) => `${scheme}://${known}`));
  return { host, scheme, origin: `${scheme}://${host}`, isProduction, hosts, origins };
}

/** Whether people reach this site from elsewhere: production rules apply. */
export function isProductionSite({ siteHost, host }: Pick<GatewayConfig, 'siteHost' | 'host'>): boolean {
  return !isLoopback(siteHost === undefined ? host : hostnameOf(siteHost));
}

function bracketed(address: string): string {
  return address.includes(':') && !address.startsWith('[') ? `[${address}]` : address;
}

/** Node takes the first of several `Host` headers and says nothing. */
export function namesSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let found = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') found += 1;
  }
  return found > 1;
}
