import { hostnameOf, isLoopback } from '@onceover/schema/site-host';
import { pageData } from '../site/page-data.ts';

/** Whether this browser knows passkeys and the page stands at the address that they are for: the site's, by its name. */
export function arePasskeysHere(): boolean {
  if (typeof PublicKeyCredential !== 'function') return false;
  const own = hostnameOf(pageData().siteHost);
  if (isLoopback(own)) return location.hostname === 'localhost';
  return location.hostname === own && !/^\[|^[\d.]+$/.test(own);
}
