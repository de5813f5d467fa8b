import type { PageData } from '@onceover/schema/web/page-data';

let known: PageData | undefined;

/** The data the server put into the page; replaced only when a session begins or ends within the tab. */
export function pageData(): PageData {
  known ??= readPageData(document);
  return known;
}

/** Whether the support desk's own account is signed in here. */
export function isSupportDesk(): boolean {
  const { cust, incomingRecipient } = pageData();
  return cust !== null && cust.custid === incomingRecipient;
}

export function replacePageData(data: PageData): void {
  known = data;
}

function readPageData(page: Document): PageData {
  const text = page.getElementById('page-data')?.textContent;
  if (!text) throw new Error('The page data is missing');
  return JSON.parse(text) as PageData;
}
