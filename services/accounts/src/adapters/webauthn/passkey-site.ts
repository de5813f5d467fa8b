import { hostnameOf, isLoopback } from '@onceover/schema/site-host';

/** The site as passkeys know it. */
export interface PasskeySite {
  /** The host that passkeys are made for, without its port. */
  readonly rpId: string;
  /** Whether the page of this origin is the site's. */
  isOwn(origin: string): boolean;
}

/**
 * Passkeys are for the site's own address alone: not for custom domains, nor for a host of the administration. A site on loopback is
 * `localhost`, as browsers make none for addresses; its port may be any where no site is named.
 */
export function passkeySiteOf(siteHost: string | undefined): PasskeySite {
  const hostname = hostnameOf(siteHost ?? 'localhost').toLowerCase();
  if (!isLoopback(hostname))
    return { rpId: hostname, isOwn: (origin) => origin === `https://${siteHost}`.toLowerCase() };
  return {
    rpId: 'localhost',
    isOwn: (origin) => origin === 'http://localhost' || /^http:\/\/localhost:\d{1,5}$/.test(origin),
  };
}
