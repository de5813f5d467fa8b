import { findButton } from '../browser/find-button.ts';
import { pause } from '../browser/hand.ts';
import type { Robot } from '../robot.ts';

const mostTabs = 20;

export const keyboard: Robot = {
  name: 'keyboard',
  imitates: 'scripts that go to the button with Tab and press Enter',
  hasHand: true,
  browser: 'headless',
  async visit(link) {
    const page = await link.newPage();
    await page.goto(link.url);
    const button = await findButton(page);
    if (button === undefined) throw new Error('there is no button to go to');
    const isThere = () => button.evaluate((element) => element === document.activeElement);
    for (let tab = 0; tab < mostTabs && !(await isThere()); tab += 1) {
      await page.keyboard.press('Tab');
      await pause(150);
    }
    await page.keyboard.press('Enter');
    await link.rest();
  },
};

export const keyboardHidden: Robot = {
  ...keyboard,
  name: 'keyboard, with stealth',
  imitates: 'the same, in a browser that does not say that it is driven',
  browser: 'hidden',
};
