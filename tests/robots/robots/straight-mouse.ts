import { findButton } from '../browser/find-button.ts';
import { pause } from '../browser/hand.ts';
import type { Robot } from '../robot.ts';

export const straightMouse: Robot = {
  name: 'synthetic way of the mouse',
  imitates: 'scripts that draw a straight line to the button, 25 points at one speed, and press there',
  hasHand: true,
  browser: 'headless',
  async visit(link) {
    const page = await link.newPage();
    await page.goto(link.url);
    const button = await findButton(page);
    const box = await button?.boundingBox();
    if (box === undefined || box === null) throw new Error('there is no button to move to');
    await pause(1_000);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 25 });
    await page.mouse.down();
    await page.mouse.up();
    await link.rest();
  },
};

export const straightMouseHidden: Robot = {
  ...straightMouse,
  name: 'synthetic way of the mouse, with stealth',
  imitates: 'the same, in a browser that does not say that it is driven',
  browser: 'hidden',
};
