import type { Page } from '@playwright/test';
import { reloadAfterReading } from '../support/pages/secret-page.ts';
import { lastCopy } from './support/copied.ts';
import { expect, test } from './support/fixtures.ts';

/** Answers the browser's question with "stay"; tells how often it was asked. */
function stayWhenAsked(page: Page): { asked: number } {
  const count = { asked: 0 };
  page.on('dialog', async (dialog) => {
    expect(dialog.type()).toBe('beforeunload');
    count.asked += 1;
    await dialog.dismiss();
  });
  return count;
}

/** Leaving by script is not waited for: a page that stays never loads again. */
const tryToLeave = (page: Page) => page.evaluate(() => setTimeout(() => location.reload(), 0));

test('10.2 the browser asks before the only copy is lost, until it was copied', async ({ api, secret, page }) => {
  const { secretKey } = await api.conceal('the only copy');
  await secret.visit(secretKey);
  const count = stayWhenAsked(page);
  await secret.press();
  await expect(secret.value).toHaveValue('the only copy');
  await tryToLeave(page);
  await expect.poll(() => count.asked).toBe(1);
  await expect(secret.value).toHaveValue('the only copy');
  await secret.copy.click();
  expect(await lastCopy(page)).toBe('the only copy');
  await expect(page.getByText('Saved. You can close this page.')).toBeVisible();
  await tryToLeave(page);
  await expect(secret.heading).toHaveText('This message was closed.');
  expect(count.asked).toBe(1);
});

test('10.2 nor does it ask after "I have saved it", or after the whole text was copied by hand', async ({
  api,
  secret,
  page,
}) => {
  const count = stayWhenAsked(page);
  for (const way of ['by word', 'by hand', 'a part of it'] as const) {
    const { secretKey } = await api.conceal('to be kept');
    await secret.visit(secretKey);
    await secret.press();
    await expect(secret.value).toHaveValue('to be kept');
    if (way === 'by word') await page.getByRole('button', { name: 'I have saved it' }).click();
    else {
      await secret.value.focus();
      await secret.value.evaluate(
        (field: HTMLTextAreaElement, end) => field.setSelectionRange(0, end),
        way === 'by hand' ? 10 : 3,
      );
      await page.keyboard.press('Control+C');
    }
    await tryToLeave(page);
    if (way === 'a part of it') await expect.poll(() => count.asked).toBe(1);
    else await expect(secret.heading).toHaveText('This message was closed.');
  }
  expect(count.asked).toBe(1);
  await expect(secret.value).toHaveValue('to be kept');
});

test('10.2 a reply opens beside the message, which stays', async ({ api, secret, page, context }) => {
  const { secretKey } = await api.conceal('still here');
  await secret.visit(secretKey);
  await secret.press();
  const [reply] = await Promise.all([context.waitForEvent('page'), secret.reply.click()]);
  await expect(reply).toHaveURL('/');
  expect(await reply.evaluate(() => window.opener)).toBeNull();
  await expect(secret.value).toHaveValue('still here');
  await expect(page.getByText('(opens in a new tab)')).toBeVisible();
});

test('10.2 after a reload, and on the way back, the tab that showed the message says that it was closed', async ({
  api,
  secret,
  page,
  otherBrowser,
}) => {
  const { secretKey } = await api.conceal('shown once');
  await secret.visit(secretKey);
  await secret.press();
  await expect(secret.value).toHaveValue('shown once');
  await reloadAfterReading(page);
  await expect(secret.heading).toHaveText('This message was closed.');
  await page.goto('/about');
  await page.goBack();
  await expect(secret.heading).toHaveText('This message was closed.');
  // Only where it was shown: anybody else learns nothing, and neither does the same browser from the link itself.
  await page.goto('/about');
  await secret.visit(secretKey);
  await expect(secret.heading).toHaveText('That information is no longer available.');
  const other = await otherBrowser();
  await other.goto(`/secret/${secretKey}`);
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('That information is no longer available.');
});

test('10.9 printing the page prints the message alone, all of it', async ({ api, secret, page }) => {
  const text = Array.from({ length: 120 }, (_, line) => `line ${line}`).join('\n');
  const { secretKey } = await api.conceal(text);
  await secret.visit(secretKey);
  await secret.press();
  await expect(secret.value).toHaveValue(text);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('body > :visible')).toHaveText([text], { useInnerText: true });
  await page.emulateMedia({ media: 'screen' });
  await page.keyboard.press('Escape');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('line 7')).toHaveCount(0);
});

test('10.2 going back asks in a dialog: Escape and Stay keep the message, Leave leaves it', async ({
  api,
  secret,
  page,
}) => {
  const { secretKey } = await api.conceal('still here');
  await page.goto('/about');
  await secret.visit(secretKey);
  await secret.press();
  await expect(secret.value).toHaveValue('still here');
  const dialog = page.getByRole('dialog', { name: 'Have you saved the message?' });
  const stays = [() => page.keyboard.press('Escape'), () => dialog.getByRole('button', { name: 'Stay' }).click()];
  for (const stay of stays) {
    await page.evaluate(() => history.back());
    await expect(dialog).toBeVisible();
    await stay();
    await expect(dialog).toHaveCount(0);
    await expect(secret.value).toHaveValue('still here');
  }
  await page.evaluate(() => history.back());
  await dialog.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page).toHaveURL('/about');
  await page.goForward();
  await expect(secret.heading).toHaveText('This message was closed.');
  expect(await page.content()).not.toContain('still here');
});

test('10.2 once the message is kept, one step back leads to the page before it', async ({ api, secret, page }) => {
  await page.goto('/about');
  await secret.visit((await api.conceal('kept')).secretKey);
  await secret.press();
  await secret.copy.click();
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL('/about');
});

test('10.9 in the dark theme, too, ink is dark, and a line without spaces fits on the paper', async ({
  api,
  secret,
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await secret.visit((await api.conceal('x'.repeat(2_000))).secretKey);
  await secret.press();
  await expect(secret.value).toBeVisible();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const paper = page.locator('body > :visible');
  const [red = 255] = (await paper.evaluate((text) => getComputedStyle(text).color)).match(/\d+/g)?.map(Number) ?? [];
  expect(red).toBeLessThan(60);
  expect(await paper.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
});
