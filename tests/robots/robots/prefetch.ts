import type { CDPSession } from '@playwright/test';
import type { Robot } from '../robot.ts';

const limitMilliseconds = 10_000;

export const prefetch: Robot = {
  name: 'prefetch',
  imitates: 'browsers and pages that fetch a link before somebody follows it',
  hasHand: false,
  browser: 'headless',
  // The policy of the product's pages lets no rules in that are not its own.
  context: { bypassCSP: true },
  async visit(link) {
    const page = await link.newPage();
    await page.goto(new URL('/about', link.url).href);
    const session = await page.context().newCDPSession(page);
    await session.send('Preload.enable');
    await Promise.all([prefetched(session), page.evaluate(addRules, link.url)]);
    await link.rest();
  },
};

/** Chromium says itself that it has the page. */
function prefetched(session: CDPSession): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('nothing was prefetched')), limitMilliseconds);
    session.on('Preload.prefetchStatusUpdated', ({ status, prefetchStatus }) => {
      if (status === 'Failure') reject(new Error(`nothing was prefetched: ${prefetchStatus}`));
      else if (status !== 'Ready') return;
      clearTimeout(late);
      resolve();
    });
  });
}

/** Runs in the page. */
function addRules(url: string): void {
  const rules = document.createElement('script');
  rules.type = 'speculationrules';
  rules.textContent = JSON.stringify({ prefetch: [{ source: 'list', urls: [url], eagerness: 'immediate' }] });
  const hint = document.createElement('link');
  hint.rel = 'prefetch';
  hint.href = url;
  document.head.append(rules, hint);
}
