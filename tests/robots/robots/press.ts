import type { Page } from '@playwright/test';
import { findButton } from '../browser/find-button.ts';
import type { Link } from '../robot.ts';

/** A button that does nothing is pressed again, and then given up. */
const presses = 3;

/** Presses the button that leads on with the driver's `click`, again while there is one, as scripts do. */
export async function pressThrough(link: Link, page: Page): Promise<void> {
  for (let press = 0; press < presses; press += 1) {
    const button = await findButton(page);
    if (button === undefined || !(await button.isVisible())) return;
    await button.click({ timeout: 5_000 }).catch(() => undefined);
    await link.rest();
    if (await isShown(page)) return;
  }
}

/** Whether the page shows a text, as scripts find it. */
export async function isShown(page: Page): Promise<boolean> {
  return (await page.locator('textarea[readonly]').count()) > 0;
}
