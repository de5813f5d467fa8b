import type { Locator, Page } from '@playwright/test';

/** The words by which scanners and scripts find what leads on. */
const leadsOn = /continue|open|reveal|view|show|accept|proceed|verify/i;

/** What a program takes for the button that leads on: by its words, else the first one of the page. */
export async function findButton(page: Page): Promise<Locator | undefined> {
  const all = page.getByRole('button');
  // Pages that are built by scripts have it after a moment.
  await all
    .first()
    .waitFor()
    .catch(() => undefined);
  const byWords = page.getByRole('button', { name: leadsOn });
  if ((await byWords.count()) > 0) return byWords.first();
  return (await all.count()) > 0 ? all.first() : undefined;
}
