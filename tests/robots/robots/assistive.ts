import { findButton } from '../browser/find-button.ts';
import { pause } from '../browser/hand.ts';
import { pressByAssistiveTechnology } from '../browser/press-by-assistive-technology.ts';
import type { Robot } from '../robot.ts';

export const assistive: Robot = {
  name: 'the press of a screen reader, with stealth',
  imitates: 'a script that presses the button as assistive technology does, without pointer or key',
  hasHand: true,
  browser: 'hidden',
  async visit(link) {
    const page = await link.newPage();
    await page.goto(link.url);
    await pause(2_000);
    const button = await findButton(page);
    if (button !== undefined) await pressByAssistiveTechnology(page, button);
    await link.rest();
  },
};
