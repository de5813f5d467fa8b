import type { Locator, Page } from '@playwright/test';
import { between, pause } from '../browser/hand.ts';
import type { Person } from '../person.ts';

const isDoubtful = false;
const mostTabs = 20;

export const keyboardOnly: Person = {
  name: 'keyboard only',
  how: 'goes to the button with Tab and presses Enter',
  isDoubtful,
  async open({ arrive, page, secret }) {
    await arrive();
    await tabTo(page, secret.open, () => between(180, 350));
    await press(page, 'Enter');
  },
};

export const switchAccess: Person = {
  name: 'switch access',
  how: 'a scan moves on by Tab every 1.2 seconds, and the switch presses Space',
  isDoubtful,
  async open({ arrive, page, secret }) {
    await arrive();
    await tabTo(page, secret.open, () => 1_200);
    await press(page, 'Space');
  },
};

export const typedPassphrase: Person = {
  name: 'passphrase, typed',
  how: 'types the passphrase and presses Enter',
  isDoubtful,
  passphrase: 'plum jam',
  async open({ arrive, page, hand, secret }) {
    await arrive();
    await hand.click(secret.passphrase);
    await page.keyboard.type('plum jam', { delay: 110 });
    await press(page, 'Enter');
  },
};

/** As extensions of password managers fill fields: they set the value and send the events that a form waits for. */
export const filledPassphrase: Person = {
  name: 'passphrase, by a password manager',
  how: 'has the passphrase filled in by a script, without a key, and presses Enter in its field',
  isDoubtful,
  passphrase: 'plum jam',
  async open({ arrive, page, secret }) {
    await arrive();
    await secret.passphrase.evaluate((field: HTMLInputElement) => {
      field.focus();
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'plum jam');
      for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
    });
    await pause(400);
    await press(page, 'Enter');
  },
};

async function tabTo(page: Page, target: Locator, wait: () => number): Promise<void> {
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let tab = 0; tab < mostTabs && !(await isThere()); tab += 1) {
    await press(page, 'Tab');
    await pause(wait());
  }
}

async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key, { delay: between(60, 110) });
}
