import { ready } from '../../support/pages/home-page.ts';
import { between, pause } from '../browser/hand.ts';
import { relayTo } from '../browser/relay.ts';
import type { Person } from '../person.ts';

const isDoubtful = false;

export const backAndForward: Person = {
  name: 'back and forward',
  how: 'follows the link, goes back to where it came from, forward again, and clicks; the browser keeps no page',
  isDoubtful,
  async open({ arrive, url, page, hand, secret }) {
    await page.goto(new URL('/about', url).href);
    // A page that listens for this is not kept.
    await page.evaluate(() => window.addEventListener('unload', () => undefined));
    await arrive();
    await page.evaluate(() => window.addEventListener('unload', () => undefined));
    await page.goBack();
    await pause(800);
    await page.goForward();
    await ready(page);
    await pause(between(1_000, 1_600));
    await hand.click(secret.open);
  },
};

/** Chromium keeps no page that must not be stored; Safari does. So here the answers come without that word. */
export const keptPage: Person = {
  name: 'a page that the browser kept',
  how: 'follows the link, goes on to another page, comes back to the page as it was left, and clicks',
  isDoubtful,
  async open({ url, page, hand, secret }) {
    const { origin, pathname } = new URL(url);
    await using relay = await relayTo(origin, { without: 'cache-control' });
    await page.goto(relay.origin + pathname);
    await ready(page);
    await page.evaluate(() => {
      window.addEventListener('pageshow', ({ persisted }) => {
        document.documentElement.dataset.kept = String(persisted);
      });
    });
    await page.goto(`${relay.origin}/about`);
    await pause(800);
    // It loads nothing, so there is no end of loading to wait for.
    await page.goBack({ waitUntil: 'commit' });
    await page.locator('html[data-kept=true]').waitFor();
    await pause(between(1_000, 1_600));
    await hand.click(secret.open);
    await secret.value.waitFor();
  },
};

export const backgroundTab: Person = {
  name: 'a tab in the background',
  how: 'opens the link in a tab behind the one that is read, comes to it after 3 seconds, and clicks',
  isDoubtful,
  async open({ url, page, hand, secret }) {
    const reading = await page.context().newPage();
    const session = await page.context().newCDPSession(page);
    await page.goto(url, { waitUntil: 'commit' });
    // Playwright has every page believe that it is in front.
    await session.send('Emulation.setFocusEmulationEnabled', { enabled: false });
    await reading.bringToFront();
    await ready(page);
    if (await page.evaluate(() => document.hasFocus())) throw new Error('the tab is not in the background');
    await pause(3_000);
    await page.bringToFront();
    await pause(between(1_000, 1_600));
    await hand.click(secret.open);
  },
};
