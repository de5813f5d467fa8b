import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';

const challengePath = '**/api/v2/altcha/challenge';

/** Challenges that expire this many seconds after they were fetched; the result counts how many were requested. */
async function expiringChallenges(page: Page, seconds: number): Promise<() => number> {
  let asked = 0;
  await page.route(challengePath, async (route) => {
    asked += 1;
    const answer = await route.fetch();
    const body = await answer.json();
    // The time in the salt is part of the challenge: without it the header's counts.
    const salt = 'a'.repeat(24);
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${salt}7`));
    const now = Date.parse(answer.headers().date ?? '');
    const headers = { date: new Date(now).toUTCString(), expires: new Date(now + seconds * 1000).toUTCString() };
    const json = { ...body, salt, challenge: Buffer.from(digest).toString('hex'), maxnumber: 100 };
    await route.fulfill({ status: 200, json, headers });
  });
  return () => asked;
}

test('FBK-1 K11 feedback is sent from the header by keyboard; Escape returns to the button', async ({
  page,
  feedback,
}) => {
  await page.goto('/about');
  const open = page.getByRole('banner').getByRole('button', { name: 'Feedback' });
  await open.focus();
  await page.keyboard.press('Enter');
  await expect(feedback.dialog).toBeVisible();
  await page.keyboard.press('Escape');
  // Out of the page, not only out of sight: the browser says that it is closed a moment later.
  await expect(page.locator('dialog')).toHaveCount(0);
  await expect(open).toBeFocused();
  await page.keyboard.press('Enter');
  await feedback.message.focus();
  await page.keyboard.type('Lovely seals.');
  await page.keyboard.press('Tab');
  await expect(feedback.verify).toBeFocused();
  await page.keyboard.press('Enter');
  await feedback.waitUntil('verified');
  await feedback.send.focus();
  await page.keyboard.press('Enter');
  await expect(feedback.sent).toBeVisible();
  await expect(feedback.dialog.locator('.notice-success')).toBeFocused();
  for (let step = 0; step < 6; step += 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.querySelector('main')?.contains(document.activeElement))).toBe(false);
  }
  await feedback.dialog.getByRole('button', { name: 'Close' }).click();
  await expect(feedback.dialog).toHaveCount(0);
  await expect(open).toBeFocused();
});

test('FBK-2 empty feedback is not sent, however often it is tried', async ({ page, feedback }) => {
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await page.goto('/feedback');
  for (const text of ['', '   ']) {
    await feedback.message.fill(text);
    await feedback.send.click();
    await expect(feedback.error).toContainText('Please write something before you send it.');
    await expect(page.getByRole('alert')).toBeFocused();
    await expect(feedback.message).toHaveAttribute('aria-invalid', 'true');
  }
  expect(sent).toEqual([]);
});

test('FBK-3 CAP-2 sending while the check is running says to wait, then sends', async ({ page, feedback }) => {
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
  await feedback.verify.click();
  await feedback.waitUntil('verifying');
  await expect(feedback.captcha).toHaveText('Verifying...');
  await expect(feedback.verify).toHaveCount(0);
  await feedback.send.click();
  await expect(page.getByText('Verifying... please wait.')).toBeVisible();
  await expect(feedback.message).toHaveValue('Lovely seals.');
  release();
  await expect(feedback.sent).toBeVisible();
});

test('FBK-4 CAP-3 CAP-7 the page sends what was typed, with a solved check, under the strict policy', async ({
  page,
  feedback,
}) => {
  const answer = await page.goto('/feedback');
  const policy = answer?.headers()['content-security-policy'] ?? '';
  expect(policy).toMatch(/script-src 'self'(;|$)/);
  expect(policy).toMatch(/worker-src 'self'(;|$)/);
  const posted = page.waitForRequest((request) => request.url().endsWith('/api/v2/feedback'));
  await feedback.message.fill('Lovely seals.');
  await feedback.verify.click();
  await feedback.waitUntil('verified');
  await expect(feedback.captcha).toHaveText('Verified');
  await expect.poll(() => page.workers().length).toBe(0);
  const payload = await page.locator('[name=authenticity_payload]').inputValue();
  await feedback.send.click();
  await expect(feedback.sent).toBeVisible();
  const form = new URLSearchParams((await posted).postData() ?? '');
  expect([form.get('utf8'), form.get('msg'), form.get('authenticity_payload')]).toEqual([
    '✓',
    'Lovely seals.',
    payload,
  ]);
});

test('FBK-5 on the feedback page itself no control offers the dialog', async ({ page }) => {
  await page.goto('/feedback');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Feedback');
  await expect(page.getByRole('button', { name: 'Feedback', exact: true })).toHaveCount(0);
  await page.goto('/about');
  await expect(page.getByRole('button', { name: 'Feedback', exact: true })).toHaveCount(2);
});

test('a customer sends without a check', async ({ people, enterAs, page, feedback }) => {
  await enterAs(await people.customer());
  await page.goto('/feedback');
  await expect(feedback.captcha).toHaveCount(0);
  await feedback.message.fill('Lovely seals.');
  await feedback.send.click();
  await expect(feedback.sent).toBeVisible();
});

test('CAP-1 unverified: nothing is requested before Verify or Send is pressed', async ({ page, feedback }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/feedback');
  await feedback.waitUntil('unverified');
  await expect(feedback.captcha).toContainText('Please confirm that you are not a robot.');
  await feedback.message.fill('Lovely seals.');
  expect(asked).not.toContain('/api/v2/altcha/challenge');
});

test('CAP-4 a refused challenge is an error; trying again works', async ({ page, feedback, guard }) => {
  guard.allow(/status of 500/);
  await page.route(challengePath, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/feedback');
  await feedback.verify.click();
  await feedback.waitUntil('error');
  await expect(feedback.captcha).toContainText('Verification failed. Try again later.');
  await page.unroute(challengePath);
  await feedback.verify.click();
  await feedback.waitUntil('verified');
});

test('CAP-4 a challenge that cannot be solved is an error', async ({ page, feedback }) => {
  await page.route(challengePath, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      json: { ...(await answer.json()), challenge: 'f'.repeat(64), maxnumber: 50 },
    });
  });
  await page.goto('/feedback');
  await feedback.verify.click();
  await feedback.waitUntil('error');
});

test('CAP-5 CAP-6 an expired check is fetched again; a failed fetch is an error', async ({ page, feedback }) => {
  await page.clock.install();
  await page.goto('/feedback');
  const asked = await expiringChallenges(page, 600);
  await feedback.verify.click();
  await feedback.waitUntil('verified');
  expect(asked()).toBe(1);
  const seen = page.evaluate(
    () =>
      new Promise<string[]>((done) => {
        const box = document.querySelector('[data-testid=captcha]');
        const states: string[] = [];
        new MutationObserver(() => {
          states.push(box?.getAttribute('data-state') ?? '');
          if (states.at(-1) === 'verified') done(states);
        }).observe(box as Element, { attributes: true, attributeFilter: ['data-state'] });
      }),
  );
  await page.clock.fastForward(601_000);
  expect(await seen).toEqual(expect.arrayContaining(['verifying', 'verified']));
  expect(asked()).toBe(2);
});

test('CAP-6 the page says when the server finds every check used up; the next send gets a new one', async ({
  page,
  feedback,
}) => {
  await page.goto('/feedback');
  await page.route('**/api/v2/feedback', (route) =>
    route.fulfill({ status: 400, json: { message: 'You need to be carbon-based to do that', code: 'captcha_failed' } }),
  );
  await feedback.message.fill('Lovely seals.');
  await feedback.send.click();
  await expect(page.getByRole('alert')).toContainText(
    'We could not confirm that you are not a robot. Please try again.',
  );
  await feedback.waitUntil('unverified');
  await expect(page.locator('[name=authenticity_payload]')).toHaveValue('');
  await expect(feedback.message).toHaveValue('Lovely seals.');
});
