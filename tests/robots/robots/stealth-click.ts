import type { Page } from '@playwright/test';
import { findButton } from '../browser/find-button.ts';
import { pause } from '../browser/hand.ts';
import type { Link, Robot } from '../robot.ts';
import { pressThrough } from './press.ts';

const waitMilliseconds = 2_000;

/** Comes in a browser that does not say that it is driven, waits, and acts. */
function acting(name: string, imitates: string, act: (link: Link, page: Page) => Promise<void>): Robot {
  return {
    name: `${name}, with stealth`,
    imitates,
    hasHand: false,
    browser: 'hidden',
    async visit(link) {
      const page = await link.newPage();
      await page.goto(link.url);
      await pause(waitMilliseconds);
      await act(link, page);
      await link.rest();
    },
  };
}

export const stealthClick: Robot = {
  ...acting(
    '',
    'Chromium with the patches of the public stealth packages, which presses the button after two seconds',
    pressThrough,
  ),
  name: 'stealth patches',
};

export const scrollAndClick = acting(
  'turn the wheel and click',
  'the same, after one turn of the wheel to the end of the page, for what is shown late',
  async (link, page) => {
    await page.mouse.wheel(0, 2_000);
    await page.waitForTimeout(300);
    await pressThrough(link, page);
  },
);

export const longPress = acting(
  'long press',
  'the same, with the button down for two and a half seconds',
  async (_link, page) => (await findButton(page))?.click({ delay: 2_500 }),
);

export const focusAndEnter = acting(
  'focus and Enter',
  'the same, which gives the button the focus and presses one key',
  async (_link, page) => (await findButton(page))?.press('Enter'),
);
