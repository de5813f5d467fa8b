import { findButton } from '../browser/find-button.ts';
import { pause } from '../browser/hand.ts';
import type { Robot } from '../robot.ts';

export const tap: Robot = {
  name: 'a tap, with stealth',
  imitates: 'a script that plays a phone and taps the button after two seconds; no finger has a way to the glass',
  hasHand: true,
  browser: 'hidden',
  context: { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } },
  async visit(link) {
    const page = await link.newPage();
    await page.goto(link.url);
    await pause(2_000);
    await (await findButton(page))?.tap();
    await link.rest();
  },
};
