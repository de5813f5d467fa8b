import type { Locator, Page } from '@playwright/test';

/** A little more than the page of a link wants to have been in front. */
const lookMilliseconds = 900;

/** Waits until somebody can have seen the page. */
export async function lookLikeAPerson(page: Page): Promise<void> {
  await page.waitForFunction((milliseconds) => {
    const [painted] = performance.getEntriesByName('first-contentful-paint');
    return painted !== undefined && performance.now() - painted.startTime > milliseconds;
  }, lookMilliseconds);
}

/**
 * Presses the button of a link's page as a person does: who has seen the page, and moves the mouse there. A bare `click` is
 * what programs do, and the page asks them to hold. Nothing in the product is off for this; the browsers of the suite only do not
 * say that they are driven (`chromiumArguments`).
 */
export async function pressLikeAPerson(button: Locator): Promise<void> {
  const page = button.page();
  await button.waitFor();
  await lookLikeAPerson(page);
  const box = await button.boundingBox();
  if (box !== null) {
    await page.mouse.move(box.x + 2, box.y + box.height + 60);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 6 });
  }
  await button.click();
}
