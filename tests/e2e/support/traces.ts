import type { Page } from '@playwright/test';

/** Everything a page could have left in the browser apart from its own document, as one text. */
export function traces(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const databases = (await indexedDB.databases?.()) ?? [];
    const caches_ = 'caches' in window ? await caches.keys() : [];
    return JSON.stringify({
      local: { ...localStorage },
      session: { ...sessionStorage },
      databases,
      caches: caches_,
      cookies: document.cookie,
      address: location.href,
      referrer: document.referrer,
      title: document.title,
      history: history.state,
      name: window.name,
    });
  });
}
