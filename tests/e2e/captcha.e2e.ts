import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';

const challengePath = '**/api/v2/altcha/challenge';
const minute = 60_000;

/** How many challenges the page has requested so far. */
function challengesOf(page: Page): () => number {
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/v2/altcha/challenge')) asked += 1;
  });
  return () => asked;
}

for (const [name, minutes] of [
  ['15 minutes fast', 15],
  ['15 minutes slow', -15],
] as const) {
  test(`a check lasts ten minutes on a device whose clock is ${name}`, async ({ page, feedback }) => {
    await page.clock.install({ time: Date.now() + minutes * minute });
    const asked = challengesOf(page);
    await page.goto('/feedback');
    await feedback.verify.click();
    await feedback.waitUntil('verified');
    await page.clock.fastForward(590_000);
    await feedback.waitUntil('verified');
    expect(asked()).toBe(1);
    await page.clock.fastForward(20_000);
    await expect.poll(asked).toBe(2);
    await feedback.waitUntil('verified');
  });
}

test('a check that nobody uses is fetched again five times, then stays expired until somebody asks', async ({
  page,
  feedback,
}) => {
  await page.clock.install();
  const asked = challengesOf(page);
  await page.goto('/feedback');
  await feedback.verify.click();
  for (let fetched = 1; fetched <= 6; fetched += 1) {
    await expect.poll(asked).toBe(fetched);
    await feedback.waitUntil('verified');
    await page.clock.fastForward(601_000);
  }
  await feedback.waitUntil('expired');
  await expect(feedback.captcha).toContainText('Verification expired. Try again.');
  await page.clock.fastForward(60 * minute);
  await feedback.waitUntil('expired');
  expect(asked()).toBe(6);
  await feedback.captcha.getByRole('button', { name: 'Try again' }).click();
  await feedback.waitUntil('verified');
  expect(asked()).toBe(7);
});

test('Send solves the check by itself: nothing else has to be pressed, and waiting is calm', async ({
  page,
  feedback,
}) => {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(challengePath, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/feedback');
  await feedback.message.fill('Lovely seals.');
  await page.evaluate(() => document.fonts.ready);
  const place = await feedback.captcha.boundingBox();
  await feedback.send.click();
  await expect(feedback.captcha.getByRole('status')).toHaveText('Verifying... please wait.');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(feedback.message).toHaveAttribute('readonly');
  await expect(page.locator('form button[type=submit]')).toHaveAttribute('aria-disabled', 'true');
  expect(await feedback.captcha.boundingBox()).toEqual(place);
  const sent = page.waitForRequest('**/api/v2/feedback');
  release();
  expect(new URLSearchParams((await sent).postData() ?? '').get('authenticity_payload')).toMatch(/^[\w+/=]+$/);
  await expect(feedback.sent).toBeVisible();
});

test('a check that cannot be solved says so; what was typed stays, and the next Send works', async ({
  page,
  feedback,
  guard,
}) => {
  guard.allow(/status of 500/);
  await page.route(challengePath, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/feedback');
  await feedback.message.fill('Lovely seals.');
  await feedback.send.click();
  await expect(page.getByRole('alert')).toBeFocused();
  await expect(page.getByRole('alert')).toContainText('Verification failed. Try again later.');
  await expect(feedback.message).toHaveValue('Lovely seals.');
  await page.unroute(challengePath);
  await feedback.send.click();
  await expect(feedback.sent).toBeVisible();
});

test('a solution that the server finds expired or used is replaced by a new one, unasked', async ({
  page,
  feedback,
}) => {
  const sent: (string | null)[] = [];
  await page.route('**/api/v2/feedback', async (route) => {
    sent.push(new URLSearchParams(route.request().postData() ?? '').get('authenticity_payload'));
    if (sent.length > 1) return route.continue();
    await route.fulfill({ status: 400, json: { message: 'no', code: 'captcha_failed' } });
  });
  await page.goto('/feedback');
  await feedback.message.fill('Lovely seals.');
  await feedback.send.click();
  await expect(feedback.sent).toBeVisible();
  expect(sent).toHaveLength(2);
  expect(sent[1]).not.toBe(sent[0]);
});

test('without a connection Send says that nothing was sent, and keeps what was typed', async ({
  page,
  feedback,
  context,
  guard,
}) => {
  guard.allow(/ERR_INTERNET_DISCONNECTED/);
  await page.goto('/feedback');
  await feedback.message.fill('Lovely seals.');
  await context.setOffline(true);
  await feedback.send.click();
  await expect(page.getByRole('alert')).toContainText('You are offline. Nothing was sent.');
  await expect(feedback.message).toHaveValue('Lovely seals.');
  await context.setOffline(false);
  await feedback.send.click();
  await expect(feedback.sent).toBeVisible();
});
