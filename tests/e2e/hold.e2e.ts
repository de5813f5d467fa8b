import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';

/* Whom the page doubts holds the button: a click out of nowhere is what programs do. No answer but the held one opens. */

/** What is sent to open the link, in order: the way, and the status of the answer. */
function watchOpening(page: Page, secretKey: string) {
  const tries: { readonly way: string; readonly status: number }[] = [];
  page.on('response', (response) => {
    const request = response.request();
    if (request.method() !== 'POST' || !request.url().endsWith(`/secret/${secretKey}`)) return;
    const observed = new URLSearchParams(request.postData() ?? '').get('observed') ?? '{}';
    tries.push({ way: JSON.parse(observed).way, status: response.status() });
  });
  return tries;
}

/** As a program does it: the button is pressed where it is, without a way to it. */
async function comeToHold(secret: {
  readonly open: { click(): Promise<void> };
  readonly hold: { waitFor(): Promise<void> };
}) {
  await secret.open.click();
  await secret.hold.waitFor();
}

const opened = [
  { way: 'click', status: 409 },
  { way: 'hold', status: 200 },
];

test('a person on the page notices nothing: one press opens', async ({ api, secret, page }) => {
  const { secretKey } = await api.conceal('tea at five');
  const tries = watchOpening(page, secretKey);
  await secret.visit(secretKey);
  await secret.press();
  await expect(secret.value).toHaveValue('tea at five');
  expect(tries).toEqual([{ way: 'click', status: 200 }]);
});

test('a press that comes out of nowhere is asked to hold, and opens when it is held', async ({ api, secret, page }) => {
  const { secretKey, metadataKey } = await api.conceal('tea at five');
  const tries = watchOpening(page, secretKey);
  await secret.visit(secretKey);
  await comeToHold(secret);
  await expect(secret.hold).toBeFocused();
  await expect(page.getByText('Press the button and hold it until it is full.')).toBeVisible();
  expect((await api.metadata(metadataKey)).body.record.state).toBe('new');
  await secret.holdByPointer();
  await expect(secret.value).toHaveValue('tea at five');
  await page.mouse.up();
  expect(tries).toEqual(opened);
});

test('a hold that ends too early opens nothing, and a click nothing either', async ({ api, secret, page }) => {
  const { secretKey } = await api.conceal('not yet');
  const tries = watchOpening(page, secretKey);
  await secret.visit(secretKey);
  await comeToHold(secret);
  await secret.hold.hover();
  await page.mouse.down();
  await expect(secret.hold).toHaveAttribute('data-quarters', /[12]/);
  await page.mouse.up();
  await expect(secret.hold).toHaveAttribute('data-quarters', '0');
  await secret.hold.click();
  await secret.hold.hover();
  await page.mouse.down();
  await expect(secret.hold).toHaveAttribute('data-quarters', /[12]/);
  await page.mouse.move(0, 0);
  await expect(secret.hold).toHaveAttribute('data-quarters', '0');
  await page.mouse.up();
  expect(tries).toEqual(opened.slice(0, 1));
});

for (const key of ['Space', 'Enter']) {
  test(`the button is held with ${key}`, async ({ api, secret, page }) => {
    const { secretKey } = await api.conceal('by keyboard');
    const tries = watchOpening(page, secretKey);
    await secret.visit(secretKey);
    await comeToHold(secret);
    await page.keyboard.press(key);
    await expect(secret.hold).toHaveAttribute('data-quarters', '0');
    await page.keyboard.down(key);
    await expect(secret.value).toHaveValue('by keyboard');
    await page.keyboard.up(key);
    expect(tries).toEqual(opened);
  });
}

test('the button is held with a finger', async ({ api, secret, page }) => {
  const { secretKey } = await api.conceal('by touch');
  const tries = watchOpening(page, secretKey);
  await secret.visit(secretKey);
  await comeToHold(secret);
  const box = await secret.hold.boundingBox();
  const touch = await page.context().newCDPSession(page);
  const touchPoints = [{ x: (box?.x ?? 0) + 40, y: (box?.y ?? 0) + 20 }];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await expect(secret.value).toHaveValue('by touch');
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  expect(tries).toEqual(opened);
});

test('who cannot hold answers a question, by keyboard alone', async ({ api, secret, page }) => {
  const { secretKey } = await api.conceal('by answer');
  const tries = watchOpening(page, secretKey);
  await secret.visit(secretKey);
  await comeToHold(secret);
  await page.keyboard.press('Tab');
  await expect(secret.cannotHold).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('group', { name: 'Open the message now?' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Yes, now' })).toBeFocused();
  await expect(secret.answer).toBeDisabled();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await expect(secret.answer).toBeFocused();
  // Sooner than anybody reads: the page waits, and asks no second time.
  await page.keyboard.press('Enter');
  await expect(secret.value).toHaveValue('by answer');
  expect(tries).toEqual([
    { way: 'click', status: 409 },
    { way: 'answer', status: 200 },
  ]);
});

test('no is an answer too, and leads back to the button', async ({ api, secret, page }) => {
  const { secretKey } = await api.conceal('later');
  const tries = watchOpening(page, secretKey);
  await secret.visit(secretKey);
  await comeToHold(secret);
  await secret.cannotHold.click();
  await page.getByRole('radio', { name: 'No, not yet' }).check();
  await secret.answer.click();
  await expect(secret.hold).toBeFocused();
  expect(tries).toEqual(opened.slice(0, 1));
});

test('a page that is left right after the answer opens nothing, and asks again when it is back', async ({
  api,
  secret,
  page,
}) => {
  const { secretKey, metadataKey } = await api.conceal('kept for later');
  const tries = watchOpening(page, secretKey);
  await secret.visit(secretKey);
  await comeToHold(secret);
  await secret.cannotHold.click();
  await page.getByRole('radio', { name: 'Yes, now' }).check();
  await page.evaluate(() => {
    const leave = () => window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    document.addEventListener('click', () => queueMicrotask(leave), { once: true });
  });
  await secret.answer.click();
  // Longer than the page waits before it sends an answer.
  await page.waitForTimeout(2_000);
  expect(tries).toEqual(opened.slice(0, 1));
  expect((await api.metadata(metadataKey)).body.record.state).toBe('new');
  await comeToHold(secret);
  await secret.holdByPointer();
  await expect(secret.value).toHaveValue('kept for later');
  await page.mouse.up();
});

test('after a wrong passphrase nobody holds a second time', async ({ api, secret, page }) => {
  const { secretKey } = await api.conceal('behind a word', { passphrase: 'plum' });
  await secret.visit(secretKey);
  await comeToHold(secret);
  await secret.passphrase.fill('pear');
  await secret.holdByPointer();
  await expect(secret.passphraseError).toHaveText('Double check that passphrase');
  await page.mouse.up();
  await secret.passphrase.fill('plum');
  await secret.open.click();
  await expect(secret.value).toHaveValue('behind a word');
});

test('a driven browser is asked to hold however it presses, and its creator sees it', async ({ api, secret, page }) => {
  const { secretKey, metadataKey } = await api.conceal('not for programs');
  await page.addInitScript(() => Object.defineProperty(navigator, 'webdriver', { get: () => true }));
  await secret.visit(secretKey);
  await secret.press();
  await secret.hold.waitFor();
  await expect
    .poll(async () => (await api.metadata(metadataKey)).body.details.programs)
    .toMatchObject([{ kind: 'automation', count: 1 }]);
  await page.goto(`/private/${metadataKey}`);
  await expect(page.getByTestId('story')).toContainText('An automated browser tried to open it');
});

test('a program that presses every button in its order opens nothing', async ({ api, secret, page }) => {
  const { secretKey, metadataKey } = await api.conceal('still sealed');
  const tries = watchOpening(page, secretKey);
  await secret.visit(secretKey);
  const seen = new Set<string>();
  await comeToHold(secret);
  for (let round = 0; round < 4; round += 1) {
    const main = page.getByRole('main');
    for (const one of await main.locator('button, input[type=radio], a').all()) {
      if (!(await one.isVisible().catch(() => false))) continue;
      seen.add((await one.getAttribute('type')) ?? '');
      await one.click({ timeout: 500 }).catch(() => undefined);
    }
  }
  // It came as far as the question.
  expect(seen).toContain('radio');
  expect(tries.every(({ way, status }) => way === 'click' && status === 409)).toBe(true);
  expect((await api.metadata(metadataKey)).body.record.state).toBe('new');
});

test('a page that was left open, or whose server was restarted, opens by itself with a new intent', async ({
  api,
  secret,
  page,
}) => {
  const { secretKey } = await api.conceal('after lunch');
  // As if it had been issued too long ago: the server reads it no more.
  await page.route(`**/api/v2/secret/${secretKey}`, async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const answer = await route.fetch();
    const body = await answer.json();
    await route.fulfill({ response: answer, json: { ...body, intent: `${body.intent.slice(0, -4)}AAAA` } });
  });
  const tries = watchOpening(page, secretKey);
  await secret.visit(secretKey);
  await secret.press();
  await expect(secret.value).toHaveValue('after lunch');
  expect(tries).toEqual([
    { way: 'click', status: 409 },
    { way: 'click', status: 200 },
  ]);
});
