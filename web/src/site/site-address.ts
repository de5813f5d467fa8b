import { customHostPages } from '@onceover/schema/web/custom-hosts';
import { pageData } from './page-data.ts';

const onCustomHosts = customHostPages.map((pattern) => new RegExp(`^${pattern.replace(':key', '[^/?#]+')}(?:[?#]|$)`));

/** Whether this page is on a customer's host, which serves the secret pages alone. */
export function isOnCustomHost(): boolean {
  return pageData().siteOrigin !== null;
}

/** Whether this host has the pages of a pattern such as `/private/:metadataKey`. */
export function isServedHere(pattern: string): boolean {
  return !isOnCustomHost() || (customHostPages as readonly string[]).includes(pattern.replace(/:\w+/, ':key'));
}

/** Where a link leads: on a customer's host a path that the host does not serve becomes an address on the site. */
export function siteAddress(href: string): string {
  const { siteOrigin } = pageData();
  if (siteOrigin === null || !href.startsWith('/') || onCustomHosts.some((page) => page.test(href))) return href;
  return siteOrigin + href;
}
