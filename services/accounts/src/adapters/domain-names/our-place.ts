import { isIP } from 'node:net';
import { hostnameOf, isLoopback } from '@onceover/schema/site-host';
import type { OurPlace } from '../../domain/domain/judge-routing.ts';
import { normaliseHost } from './domain-names.ts';

interface PlaceSettings {
  readonly siteHost: string | undefined;
  readonly domainTarget: string | undefined;
}

/**
 * Where custom domains should lead: the target that the operator named, or else the site itself. Addresses only where
 * they are known without asking the DNS; a site on loopback has those of loopback.
 */
export function ourPlaceOf({ siteHost, domainTarget }: PlaceSettings): OurPlace {
  if (domainTarget !== undefined) return { name: normaliseHost(domainTarget), addresses: [] };
  if (isPlainHttp(siteHost)) return { name: null, addresses: ['127.0.0.1', '::1'] };
  const host = hostnameOf(siteHost ?? '').replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? { name: normaliseHost(host), addresses: [] } : { name: null, addresses: [host] };
}

/** The port on which browsers reach custom domains; null: links are plain http, because the site is on loopback. */
export function httpsPortOf(siteHost: string | undefined): number | null {
  return isPlainHttp(siteHost) ? null : Number(/:(\d+)$/.exec(siteHost ?? '')?.[1] ?? 443);
}

function isPlainHttp(siteHost: string | undefined): boolean {
  return siteHost === undefined || isLoopback(hostnameOf(siteHost));
}
