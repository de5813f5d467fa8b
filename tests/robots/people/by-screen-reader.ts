import { pause } from '../browser/hand.ts';
import { pressByAssistiveTechnology } from '../browser/press-by-assistive-technology.ts';
import type { Person } from '../person.ts';

export const screenReader: Person = {
  name: 'screen reader',
  how: 'listens for 3 seconds and has the screen reader press the button: a click without pointer or key',
  isDoubtful: false,
  async open({ arrive, page, secret }) {
    await arrive();
    await pause(3_000);
    await pressByAssistiveTechnology(page, secret.open);
  },
};
