import type { Page } from '@playwright/test';
import type { Link, Robot } from '../robot.ts';
import { isShown } from './press.ts';

const rounds = 2;
/** Links lead away from what is to be scanned. */
const pressable = 'button, input[type=submit], input[type=radio], input[type=checkbox], summary, [role=button]';

/** In the order of the page, or the other way round: what opens should not depend on it. */
async function pressAll(link: Link, page: Page, isBackwards: boolean): Promise<void> {
  const all = await page.locator(pressable).all();
  for (const one of isBackwards ? all.toReversed() : all) {
    if (await isShown(page)) return;
    if (!(await one.isVisible().catch(() => false))) continue;
    await one.click({ timeout: 1_000, noWaitAfter: true }).catch(() => undefined);
    await page.waitForTimeout(100);
  }
  await link.rest();
}

const visit =
  (isBackwardsFirst: boolean): Robot['visit'] =>
  async (link) => {
    const page = await link.newPage();
    await page.goto(link.url);
    await page.waitForLoadState('networkidle');
    for (let round = 0; round < rounds; round += 1) await pressAll(link, page, (round % 2 === 1) !== isBackwardsFirst);
  };

export const clickEverything: Robot = {
  name: 'click everything',
  imitates: 'scanners that press every button, box and fold of a page, in its order, and again the other way round',
  hasHand: false,
  browser: 'headless',
  hasOwnProfile: true,
  visit: visit(false),
};

export const clickEverythingHidden: Robot = {
  ...clickEverything,
  name: 'click everything, with stealth',
  imitates: 'the same, in a browser that does not say that it is driven',
  browser: 'hidden',
};

export const clickEverythingBackwards: Robot = {
  ...clickEverythingHidden,
  name: 'click everything backwards, with stealth',
  imitates: 'the same from the end of the page, so that the mouse has been about before it comes to the button',
  visit: visit(true),
};
