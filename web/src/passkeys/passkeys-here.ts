import { hostnameOf, isLoopback } from '@onceover/schema/site-host';
import { pageData } from '../site/page-data.ts';

/** The name of the host that passkeys are for: the site's, without its port. */
export function hostOfPasskeys(): string {
  const own = hostnameOf(pageData().siteHost);
  return isLoopback(own) ? 'localhost' : own;
}

/** Whether this browser knows passkeys and the page stands at the host that they are for; browsers make none for addresses. */
export function arePasskeysHere(): boolean {
  const host = hostOfPasskeys();
  return typeof PublicKeyCredential === 'function' && location.hostname === host && !/^\[|^[\d.]+$/.test(host);
}
