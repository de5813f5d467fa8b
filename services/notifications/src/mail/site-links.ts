import { customOriginsOf } from '@onceover/schema/web/custom-hosts';

/** Makes links. Null for a path or a host that would lead elsewhere. */
export interface SiteLinks {
  /** Host of the site, as people read it. */
  readonly name: string;
  to(path: string, host?: string | null): string | null;
}

/** Links of a site. Null for an origin that is none. */
export function siteLinks(siteOrigin: string): SiteLinks | null {
  const site = URL.parse(siteOrigin);
  if (site === null || !['http:', 'https:'].includes(site.protocol)) return null;
  const customOrigin = customOriginsOf(site.origin);
  return {
    name: site.host,
    to: (path, host = null) =>
      host === null ? linkOn(site.origin, path) : linkOn(customOrigin(host.toLowerCase()), path),
  };
}

function linkOn(origin: string, path: string): string | null {
  const base = URL.parse(origin);
  // The host must be all there is to it: no user or path can be smuggled in.
  if (
    base === null ||
    base.origin !== origin ||
    base.host.length > 253 ||
    base.host.split('.').includes('') ||
    !/^\/[A-Za-z0-9/._~=-]+$/.test(path) ||
    path.startsWith('//')
  )
    return null;
  return `${base.origin}${path}`;
}
