import type { Page } from '@playwright/test';
import { between, pause } from '../browser/hand.ts';
import type { Person } from '../person.ts';

const isDoubtful = false;

export const mouse: Person = {
  name: 'mouse',
  how: 'moves to the button in a curve and clicks',
  isDoubtful,
  async open({ arrive, hand, secret }) {
    await arrive();
    await hand.click(secret.open);
  },
};

export const slowHands: Person = {
  name: 'slow hands',
  how: 'reads for 4 seconds and keeps the button down for 5',
  isDoubtful,
  async open({ arrive, hand, secret }) {
    await arrive();
    await pause(4_000);
    await hand.moveTo(secret.open);
    await hand.press(5_000);
  },
};

export const doubleClick: Person = {
  name: 'double click',
  how: 'presses twice, as on the desk of a computer, the second time as soon as the message is there',
  isDoubtful,
  async open({ arrive, hand, page, secret }) {
    await arrive();
    await hand.moveTo(secret.open);
    await press(page, 1);
    await Promise.race([secret.value.waitFor(), pause(300)]);
    await press(page, 2);
  },
};

async function press(page: Page, clickCount: number): Promise<void> {
  await page.mouse.down({ clickCount });
  await pause(between(60, 90));
  await page.mouse.up({ clickCount });
}

export const zoomed: Person = {
  name: '400 % zoom',
  how: 'sees 320 by 200 points of the page, turns the wheel until the button is there, and clicks',
  isDoubtful,
  context: { viewport: { width: 320, height: 200 }, deviceScaleFactor: 4 },
  async open({ arrive, hand, page, secret }) {
    await arrive();
    for (let turn = 0; turn < 20 && !(await isInView(secret.open)); turn += 1) {
      await page.mouse.wheel(0, 60);
      await pause(120);
    }
    await hand.click(secret.open);
  },
};

export const reducedMotion: Person = {
  name: 'reduced motion',
  how: 'has asked the system for less motion, moves to the button and clicks',
  isDoubtful,
  context: { reducedMotion: 'reduce' },
  open: mouse.open,
};

/** All of it, above the lower edge of the window. */
async function isInView(button: { boundingBox(): Promise<{ y: number; height: number } | null> }): Promise<boolean> {
  const box = await button.boundingBox();
  return box !== null && box.y >= 0 && box.y + box.height <= 200;
}
