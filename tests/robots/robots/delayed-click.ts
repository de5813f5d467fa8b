import { pause } from '../browser/hand.ts';
import type { Robot } from '../robot.ts';
import { pressThrough } from './press.ts';

const delayMilliseconds = 5_000;

export const delayedClick: Robot = {
  name: 'click after 5 seconds',
  imitates: 'scanners that wait until a page has shown what it hides at first, then press what leads on',
  hasHand: false,
  browser: 'headless',
  async visit(link) {
    const page = await link.newPage();
    await page.goto(link.url);
    await pause(delayMilliseconds);
    await pressThrough(link, page);
  },
};
