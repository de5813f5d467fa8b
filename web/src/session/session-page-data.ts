import type { PageData } from '@onceover/schema/web/page-data';
import { startFormToken } from '../lib/calls/form-token.ts';
import { pageData, replacePageData } from '../site/page-data.ts';
import { setSignedIn } from './auth-state.ts';

const opening = 'id="page-data">';

/** Reads the data of another of our pages without leaving this one, so that the tab's memory survives. */
export async function adoptPageData(path: string): Promise<void> {
  const answer = await fetch(path, { headers: { Accept: 'text/html' }, credentials: 'same-origin', cache: 'no-store' });
  const html = await answer.text();
  const start = html.indexOf(opening) + opening.length;
  const data = JSON.parse(html.slice(start, html.indexOf('</script>', start))) as PageData;
  replacePageData(data);
  startFormToken(data.shrimp);
  setSignedIn(data.authenticated);
}

/** Resets the page data to what a visitor sees: the site's own data, nothing of the customer. */
export function forgetCustomer(): void {
  replacePageData({ ...pageData(), authenticated: false, cust: null, customDomains: [], shrimp: null });
  startFormToken(null);
  setSignedIn(false);
}
