import { expect, test } from './support/fixtures.ts';

const concealUrl = '**/api/v2/secret/conceal';
const minutes = 60_000;

for (const [name, offset] of [
  ['15 minutes fast', 15 * minutes],
  ['15 minutes slow', -15 * minutes],
] as const) {
  test(`with a clock that is ${name} a secret is created, found waiting and burned`, async ({
    home,
    metadata,
    page,
  }) => {
    await page.clock.install({ time: Date.now() + offset });
    await home.open();
    await home.lifetime.selectOption('300');
    await home.share('tea at five');
    await expect(metadata.shareLink).toHaveValue(/\/secret\/[0-9a-z]{31}$/);
    await page.reload();
    await expect(metadata.heading).toBeVisible();
    await metadata.burn.click();
    await expect(page).toHaveURL(/\/burn$/);
  });

  test(`with a clock that is ${name} the support desk gets what was sent`, async ({ page }) => {
    await page.clock.install({ time: Date.now() + offset });
    const answer = {
      success: true,
      shrimp: '',
      custid: 'anon',
      record: {},
      details: { ticketno: 'AB-1', recipient_safe: [] },
    };
    await page.route('**/api/v2/incoming', (route) => route.fulfill({ json: answer }));
    await page.goto('/incoming');
    await page.getByRole('textbox', { name: 'Confidential details' }).fill('text');
    await page.getByRole('textbox', { name: 'Ticket number' }).fill('AB-1');
    await page.getByRole('button', { name: 'Send to support' }).click();
    await expect(page.locator('.notice-success')).toContainText('AB-1');
  });
}

test('when the answer is lost, sending again to the support desk is the same submission', async ({ page, guard }) => {
  guard.allow(/ERR_FAILED/);
  const seen: { key: string | undefined; metadataKey: string }[] = [];
  await page.route('**/api/v2/incoming', async (route) => {
    const answer = await route.fetch();
    const { record } = await answer.json();
    seen.push({ key: route.request().headers()['idempotency-key'], metadataKey: record.metadata.key });
    await (seen.length === 1 ? route.abort('failed') : route.fulfill({ response: answer }));
  });
  await page.goto('/incoming');
  await page.getByRole('textbox', { name: 'Confidential details' }).fill('stored once');
  await page.getByRole('textbox', { name: 'Ticket number' }).fill('LOST-1');
  const send = page.getByRole('button', { name: 'Send to support' });
  await send.click();
  await expect(page.getByRole('alert')).toContainText('No response received from server');
  await send.click();
  await expect(page.locator('.notice-success')).toContainText('LOST-1');
  expect(seen).toHaveLength(2);
  expect(seen[1]).toEqual(seen[0]);
  expect(seen[0]?.key).toMatch(/^[\w-]{43}$/);
});

test('offline, the forms say so and keep what was typed; online again, they send it', async ({
  home,
  metadata,
  page,
  context,
  guard,
}) => {
  guard.allow(/ERR_INTERNET_DISCONNECTED/);
  await page.goto('/incoming');
  await page.getByRole('textbox', { name: 'Confidential details' }).fill('for the desk');
  await page.getByRole('textbox', { name: 'Ticket number' }).fill('AB-1');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Send to support' }).click();
  await expect(home.error).toContainText('You are offline. Nothing was sent.');
  await expect(page.getByRole('textbox', { name: 'Confidential details' })).toHaveValue('for the desk');
  await expect(page.getByRole('textbox', { name: 'Ticket number' })).toHaveValue('AB-1');
  await context.setOffline(false);

  await home.open();
  await home.text.fill('tea at five');
  await home.passphrase.fill('plum');
  await context.setOffline(true);
  await home.create.click();
  await expect(home.error).toContainText('You are offline. Nothing was sent.');
  await expect(home.error).toBeFocused();
  await expect(home.text).toHaveValue('tea at five');
  await expect(home.passphrase).toHaveValue('plum');
  await context.setOffline(false);
  await home.create.click();
  await page.waitForURL('**/private/*');
  await expect(metadata.shareLink).toBeVisible();
});

test('an answer that is lost twice, with a slow one between, still leaves one secret', async ({
  home,
  page,
  guard,
}) => {
  guard.allow(/ERR_FAILED/);
  const stored: string[] = [];
  await page.route(concealUrl, async (route) => {
    const answer = await route.fetch();
    stored.push((await answer.json()).record.metadata.key);
    if (stored.length < 3) return route.abort('failed');
    await new Promise((wait) => setTimeout(wait, 1_500));
    return route.fulfill({ response: answer });
  });
  await home.open();
  await home.text.fill('stored once');
  for (const times of [1, 2]) {
    await home.create.click();
    await expect.poll(() => stored.length).toBe(times);
    await expect(home.error).toBeFocused();
    await expect(home.text).toHaveValue('stored once');
  }
  await home.create.click();
  await expect(home.text).toHaveAttribute('readonly', '');
  await page.waitForURL('**/private/*');
  expect(new Set(stored).size).toBe(1);
});

test('back, forward and a second tab after creating: nothing is sent again, and nothing typed comes back', async ({
  home,
  metadata,
  page,
  context,
}) => {
  let sent = 0;
  await page.route(concealUrl, (route) => {
    sent += 1;
    return route.continue();
  });
  await home.open();
  await home.share('tea at five');
  const link = await metadata.shareLink.inputValue();
  const address = page.url();
  await page.goBack();
  await expect(home.text).toHaveValue('');
  await expect(home.passphrase).toHaveValue('');
  await page.goForward();
  await expect(metadata.shareLink).toHaveValue(link);
  const second = await context.newPage();
  await second.goto(address);
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
  await second.goto('/');
  await expect(second.getByRole('textbox', { name: 'Secret', exact: true })).toHaveValue('');
  expect(sent).toBe(1);
});

for (const path of ['/', '/incoming']) {
  test(`without scripts ${path} says what it needs, and has no form that leads nowhere`, async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${baseURL}${path}`);
    // Playwright ignores this element, but without scripts its content is laid out all the same.
    const words = await page.locator('noscript').evaluate((element) => element.firstElementChild?.textContent ?? '');
    expect(words).toContain('Onceover needs JavaScript');
    await expect(page.locator('form')).toHaveCount(0);
    await context.close();
  });
}
