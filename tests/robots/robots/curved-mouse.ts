import { findButton } from '../browser/find-button.ts';
import { between, Hand, pause } from '../browser/hand.ts';
import type { Link, Robot } from '../robot.ts';
import { isShown } from './press.ts';

/** Longer than any page asks to hold a button. */
const holdMilliseconds = 2_500;

async function pressByHand(link: Link): Promise<Hand> {
  const page = await link.newPage();
  await page.goto(link.url);
  const button = await findButton(page);
  if (button === undefined) throw new Error('there is no button to move to');
  await pause(between(1_000, 2_000));
  const hand = new Hand(page);
  await hand.click(button);
  await link.rest();
  return hand;
}

export const curvedMouse: Robot = {
  name: 'a hand, with stealth',
  imitates:
    'a robot made to pass for a person: the curves of `ghost-cursor`, pauses, and a press of a tenth of a second',
  hasHand: true,
  browser: 'hidden',
  visit: async (link) => void (await pressByHand(link)),
};

export const holdingHand: Robot = {
  name: 'a hand that holds',
  imitates: 'the same without stealth, written against this product: where it is asked to hold the button, it holds it',
  hasHand: true,
  browser: 'headless',
  async visit(link) {
    const hand = await pressByHand(link);
    if (await isShown(hand.page)) return;
    const button = hand.page.getByRole('button', { name: /^hold/i });
    await button.waitFor();
    await hand.moveTo(button);
    await hand.press(holdMilliseconds);
    await link.rest();
  },
};
