import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { Texts } from '../../support/texts.ts';
import { focusFaults } from './focus-faults.ts';

/** What Tab stops at, as far as these pages have it; of radio buttons of a name, one. */
const tabStops =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]';
/** No page has so many stops; what takes more is a trap. */
const mostStops = 150;
const mostParts = 8;

/** Goes through a page as somebody without a mouse. Every stop of Tab is looked at: it can be seen, and it is not the whole page. */
export class Keyboard {
  readonly page: Page;
  /** The first stop of every page. */
  readonly skipLink: Locator;

  constructor(page: Page, { core }: Texts) {
    this.page = page;
    this.skipLink = page.getByRole('link', { name: core.shell.skip });
  }

  /** On a page that was just loaded: the skip link is the first stop. Takes it, so that the next stop is the first of the content. */
  async enter(): Promise<void> {
    await this.tab();
    await expect(this.skipLink, 'the skip link comes first').toBeFocused();
    await this.page.keyboard.press('Enter');
    await expect(this.page.locator('main')).toBeFocused();
  }

  /** One step, to what is next or, with `Shift+Tab`, before. */
  async tab(key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await this.page.keyboard.press(key);
    await expect.poll(() => focusFaults(this.page), 'the focus can be seen').toEqual([]);
  }

  /** Steps until `target` has the focus, if it does not have it already. */
  async tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await target.waitFor();
    if (await hasFocus(target)) return;
    for (let step = 0; step < mostStops; step += 1) {
      await this.tab(key);
      if (await hasFocus(target)) return;
    }
    throw new Error(`Tab does not reach ${target}`);
  }

  /** Steps through exactly these, in this order; a field of several parts, such as one of a time, may have a stop for each. */
  async tabThrough(order: readonly Locator[]): Promise<void> {
    let before: Locator | undefined;
    for (const [place, target] of order.entries()) {
      await this.tab();
      for (let part = 0; part < mostParts && before !== undefined && (await hasFocus(before)); part += 1)
        await this.tab();
      await expect(target, `stop ${place + 1} of the order`).toBeFocused();
      before = target;
    }
  }

  /**
   * The element of the page that has the focus. Once Tab has been through its own bars, Firefox without a window says that the page
   * as a whole has none, so that `toBeFocused` is never true.
   */
  async isAt(target: Locator): Promise<void> {
    await expect.poll(() => hasFocus(target), `the focus is at ${target}`).toBe(true);
  }

  /** Nothing that had the focus has gone away with it. */
  async isSomewhere(): Promise<void> {
    await expect(this.page.locator(':focus:not(body)'), 'something has the focus').toHaveCount(1);
  }

  /** No trap: from wherever the focus is, Tab leads to the last stop of the page. */
  async leave(): Promise<void> {
    await this.page.evaluate((stops) => {
      const last = [...document.querySelectorAll(stops)].findLast((one) => one.checkVisibility());
      last?.setAttribute('data-last-stop', '');
    }, tabStops);
    await this.tabTo(this.page.locator('[data-last-stop]'));
  }

  /** A dialog keeps the focus: through all of its stops and once more, none of the page behind it is one. */
  async staysIn(dialog: Locator): Promise<void> {
    const stops = await dialog.locator(tabStops).count();
    for (let step = 0; step < 2 * stops + 2; step += 1) {
      await this.page.keyboard.press('Tab');
      const isBehind = await dialog.evaluate((element) => {
        const { activeElement, body } = document;
        return activeElement !== null && activeElement !== body && !element.contains(activeElement);
      });
      expect(isBehind, 'the focus is behind the dialog').toBe(false);
    }
    // Between the last stop and the first a browser may have bars of its own.
    await expect(async () => {
      await this.page.keyboard.press('Tab');
      expect(await hasFocus(dialog.locator(tabStops).first())).toBe(true);
    }).toPass({ intervals: [10] });
  }
}

function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === document.activeElement);
}
