import { hostnameOf, isLoopback } from '@onceover/schema/site-host';
import { pageData } from '../site/page-data.ts';

/** The name of the host that passkeys are for: the site's, without its port. */
export function hostOfPasskeys(): string {
  const own = hostnameOf(pageData().siteHost);
  return isLoopback(own) ? 'localhost' : own;
}

/** Where passkeys can be made: at this page, at that of another host, or not at all. Browsers make none for addresses. */
export function placeOfPasskeys(): 'here' | 'elsewhere' | 'nowhere' {
  const host = hostOfPasskeys();
  if (/^\[|^[\d.]+$/.test(host)) return 'nowhere';
  if (location.hostname !== host) return 'elsewhere';
  return typeof PublicKeyCredential === 'function' ? 'here' : 'nowhere';
}

export const arePasskeysHere = (): boolean => placeOfPasskeys() === 'here';
