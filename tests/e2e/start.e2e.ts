import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { allowedLayoutShift, measureLayoutShift } from './support/layout-shift.ts';
import { measureMainThread } from './support/main-thread.ts';

test('the start of the home page is cut into tasks: none takes a large part of it', async ({ browser, baseURL }) => {
  test.slow();
  const shares: number[] = [];
  for (let opened = 0; opened < 3; opened += 1) {
    const { tasks, script, styleAndLayout } = await measureMainThread(browser, { url: `${baseURL}/` });
    expect(script).toBeGreaterThan(0);
    shares.push(Math.max(...tasks) / (script + styleAndLayout));
  }
  const median = shares.toSorted((one, other) => one - other)[1];
  expect(median, `longest task by all script, style and layout: ${shares.join(', ')}`).toBeLessThan(0.3);
});

/** Six times slower, and the cursor stands in the field as soon as there is one. */
async function openOnSlowPhone(page: Page): Promise<void> {
  const phone = await page.context().newCDPSession(page);
  await phone.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await page.addInitScript(() => {
    const watcher = new MutationObserver(() => {
      const field = document.querySelector<HTMLTextAreaElement>('textarea[name="secret"]');
      if (field === null) return;
      watcher.disconnect();
      field.focus();
    });
    watcher.observe(document, { childList: true, subtree: true });
  });
  await page.goto('/', { waitUntil: 'commit' });
  await page.waitForFunction(() => document.activeElement?.localName === 'textarea');
}

test('what is typed into the form the moment it appears stays, on a slow phone too', async ({ home, page }) => {
  await openOnSlowPhone(page);
  await page.keyboard.type('tea at five, under the clock');
  await page.waitForLoadState('networkidle');
  await expect(home.text).toHaveValue('tea at five, under the clock');
  await expect(home.text).toBeFocused();
  await expect(home.create).toBeEnabled();
});

test('what is sent the moment the form appears becomes a link, on a slow phone too', async ({ metadata, page }) => {
  await openOnSlowPhone(page);
  await page.keyboard.type('now');
  await page.keyboard.press('Control+Enter');
  await page.waitForURL('**/private/*');
  await expect(metadata.heading).toHaveText('Your secret link is ready');
});

for (const [device, viewport] of Object.entries({
  desktop: { width: 1280, height: 800 },
  phone: { width: 360, height: 740 },
}))
  test.describe(`the start on a ${device}`, () => {
    test.use({ viewport });

    test('moves nothing on the home page, nor on the private page', async ({ api, home, metadata, page }) => {
      const { metadataKey } = await api.conceal('waiting');
      const pages = [
        { name: `home, ${device}`, path: '/', complete: () => home.create.waitFor() },
        {
          name: `private page, ${device}`,
          path: `/private/${metadataKey}`,
          complete: () => metadata.heading.waitFor(),
        },
      ];
      for (const measured of pages) {
        const { total, moved } = await measureLayoutShift(page, { ...measured, isWhole: true });
        expect(total, moved).toBeLessThanOrEqual(allowedLayoutShift);
      }
    });
  });
