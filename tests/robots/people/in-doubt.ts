import { pause } from '../browser/hand.ts';
import { pressByAssistiveTechnology } from '../browser/press-by-assistive-technology.ts';
import type { Meeting, Person } from '../person.ts';

const isDoubtful = true;
/** A little more than the button asks for. */
const holdMilliseconds = 1_500;

/** The mouse lies where the button comes, and whoever has it presses at once. */
async function pressInHaste({ url, page, secret }: Meeting): Promise<void> {
  await page.goto(url);
  await secret.open.click();
  await secret.hold.waitFor();
}

export const heldTooEarly: Person = {
  name: 'held too short at first',
  how: 'presses at once where the mouse lies, lets go of the held button too early, and then holds it',
  isDoubtful,
  async open(meeting) {
    const { hand, secret } = meeting;
    await pressInHaste(meeting);
    await pause(1_000);
    await hand.moveTo(secret.hold);
    await hand.press(600);
    await pause(500);
    await hand.press(holdMilliseconds);
  },
};

export const secondQuestion: Person = {
  name: 'the question instead of holding',
  how: 'presses at once where the mouse lies, cannot hold, and answers the question with the mouse',
  isDoubtful,
  async open(meeting) {
    const { hand, page, secret } = meeting;
    await pressInHaste(meeting);
    await pause(1_000);
    await hand.click(secret.cannotHold);
    await pause(800);
    await hand.click(page.getByRole('radio').first());
    await pause(500);
    await hand.click(secret.answer);
  },
};

export const voice: Person = {
  name: 'voice control, in doubt',
  how: 'has a grid put the mouse on the button, then presses by voice, without pointer or key: the question comes by itself',
  isDoubtful,
  async open(meeting) {
    const { page, secret } = meeting;
    await pressInHaste(meeting);
    // What is said is understood after a while, and is no part of the press before.
    await pause(3_000);
    await pressByAssistiveTechnology(page, secret.hold);
    await pause(1_500);
    await pressByAssistiveTechnology(page, page.getByRole('radio').first());
    await pause(500);
    await pressByAssistiveTechnology(page, secret.answer);
  },
};
