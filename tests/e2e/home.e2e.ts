import { expect, test } from './support/fixtures.ts';
import { withPageData } from './support/page-data.ts';
import { traces } from './support/traces.ts';

const concealUrl = '**/api/v2/secret/conceal';

test('HOME-1 a typed secret becomes a link', async ({ home, metadata }) => {
  await home.open();
  await home.share('tea at five');
  await expect(metadata.heading).toHaveText('Your secret link is ready');
  await expect(metadata.shareLink).toHaveValue(/\/secret\/[0-9a-z]{31}$/);
});

test('HOME-2 an empty secret is not sent, and the page says why', async ({ home, page }) => {
  await home.open();
  await expect(home.create).toBeDisabled();
  await home.text.focus();
  await page.keyboard.press('Control+Enter');
  await expect(home.error).toContainText('You did not provide anything to share');
  await expect(home.error).toBeFocused();
  await expect(page).toHaveURL('/');
});

test('HOME-3 text over the limit is cut at the limit, with a notice', async ({ home }) => {
  await home.open();
  await home.text.fill('🔒'.repeat(10_001));
  expect([...(await home.text.inputValue())]).toHaveLength(10_000);
  await expect(home.page.getByText('The message was truncated b/c it was over 10000')).toBeVisible();
  await expect(home.counter).toHaveText('10000 / 10000 chars');
});

test('HOME-4 the counter shows on hover, on focus and above half the limit', async ({ home, page }) => {
  await home.open();
  await expect(home.counter).toBeHidden();
  await home.text.hover();
  await expect(home.counter).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(home.counter).toBeHidden();
  await home.text.focus();
  await expect(home.counter).toBeVisible();
  await home.text.fill('a'.repeat(5_001));
  await home.passphrase.focus();
  await expect(home.counter).toBeVisible();
});

test('HOME-5 Generate is disabled with text, Create is disabled without', async ({ home }) => {
  await home.open();
  await expect(home.create).toBeDisabled();
  await expect(home.generate).toBeEnabled();
  await home.text.fill('x');
  await expect(home.create).toBeEnabled();
  await expect(home.generate).toBeDisabled();
});

test('HOME-6 while the secret is being sent both buttons are disabled, and two clicks create one secret', async ({
  home,
  page,
}) => {
  let calls = 0;
  let letPass = () => {};
  const held = new Promise<void>((pass) => {
    letPass = pass;
  });
  await page.route(concealUrl, async (route) => {
    calls += 1;
    await held;
    await route.continue();
  });
  await home.open();
  await home.text.fill('once');
  await home.create.dblclick();
  await expect(page.getByRole('button', { name: 'Creating…' })).toBeDisabled();
  await expect(home.generate).toBeDisabled();
  letPass();
  await page.waitForURL('**/private/*');
  expect(calls).toBe(1);
});

test('HOME-7 after a server error the typed text is still there', async ({ home, page, guard }) => {
  guard.allow(/status of 500/);
  const body = JSON.stringify({ message: 'An unexpected error occurred :[', success: false, code: 'unexpected' });
  await page.route(concealUrl, (route) => route.fulfill({ status: 500, contentType: 'application/json', body }));
  await home.open();
  await home.text.fill('do not lose me');
  await home.passphrase.fill('plum');
  await home.create.click();
  await expect(home.error).toContainText('Something went wrong on our side. Please try again.');
  await expect(home.error).toBeFocused();
  await expect(home.text).toHaveValue('do not lose me');
  await expect(home.passphrase).toHaveValue('plum');
});

test('HOME-7 if the answer is lost, pressing again does not create a second secret', async ({ home, page, guard }) => {
  guard.allow(/ERR_FAILED/);
  const seen: { key: string | undefined; metadataKey: string }[] = [];
  await page.route(concealUrl, async (route) => {
    const answer = await route.fetch();
    const { record } = await answer.json();
    seen.push({ key: route.request().headers()['idempotency-key'], metadataKey: record.metadata.key });
    await (seen.length === 1 ? route.abort('failed') : route.fulfill({ response: answer }));
  });
  await home.open();
  await home.text.fill('stored once');
  await home.create.click();
  await expect(home.error).toContainText('No response received from server');
  await home.create.click();
  await page.waitForURL('**/private/*');
  expect(seen).toHaveLength(2);
  expect(seen[1]).toEqual(seen[0]);
});

test('HOME-8 only lifetimes within the plan are offered', async ({ home, page }) => {
  await withPageData(page, (data) => {
    data.availablePlans = { anonymous: { ttl: 3_600, size: 10_000 } };
  });
  await home.open();
  await expect(home.lifetime.getByRole('option')).toHaveText(['5 minutes', '30 minutes', '1 hour']);
  await expect(home.lifetime).toHaveValue('3600');
});

test('HOME-8 without any lifetime the page says so and creates nothing', async ({ home, page }) => {
  await withPageData(page, (data) => {
    data.availablePlans = { anonymous: { ttl: 60, size: 10_000 } };
  });
  await home.open();
  await expect(page.getByText('no options available')).toBeVisible();
  await home.text.fill('x');
  await expect(home.create).toBeDisabled();
});

for (const signup of [false, true]) {
  test(`HOME-10 the premium banner is ${signup ? 'shown' : 'hidden'} with sign-up ${signup ? 'on' : 'off'}`, async ({
    home,
    page,
  }) => {
    await withPageData(page, (data) => {
      data.authentication = { enabled: signup, signin: signup, signup };
      data.plansEnabled = true;
    });
    await home.open();
    await expect(page.getByTestId('premium')).toBeVisible({ visible: signup });
  });
}

test('HOME-11 the form works by keyboard alone, in its visual order', async ({ home, page, metadata }) => {
  await home.open();
  await home.text.focus();
  await page.keyboard.type('by keyboard');
  const suggest = page.getByRole('button', { name: 'Suggest a passphrase' });
  const order = [home.passphrase, home.showPassphrase, suggest, home.lifetime, home.peopleOnly, home.create];
  for (const stop of order) {
    await page.keyboard.press('Tab');
    await expect(stop).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await page.waitForURL('**/private/*');
  await expect(metadata.heading).toBeFocused();
});

test('a secret can be kept from programs; its private page says so', async ({ home, page, api }) => {
  await home.open();
  await expect(home.peopleOnly).not.toBeChecked();
  await home.peopleOnly.check();
  await home.share('for people');
  await expect(page.getByText('people only, no programs')).toBeVisible();
  const metadataKey = new URL(page.url()).pathname.split('/')[2] ?? '';
  const { record } = (await api.metadata(metadataKey)).body;
  expect((await api.reveal(record.secret_key)).status).toBe(403);
  await expect(page.getByTestId('story')).toContainText('A program tried to open it and was refused');
});

test('HOME-12 a refused form token is replaced and the secret sent once more', async ({ home, page }) => {
  const tokens: (string | null)[] = [];
  await page.route(concealUrl, async (route) => {
    tokens.push(new URLSearchParams(route.request().postData() ?? '').get('shrimp'));
    if (tokens.length > 1) return route.continue();
    const body = JSON.stringify({ message: 'Please refresh the page and try again', code: 'csrf', shrimp: 'fresh' });
    await route.fulfill({ status: 400, contentType: 'application/json', body });
  });
  await home.open();
  await home.share('twice sent, once stored');
  expect(tokens).toEqual(['', 'fresh']);
});

test('HOME-13 leaving with unsent text asks first', async ({ home, page }) => {
  await home.open();
  await home.text.fill('not sent yet');
  await page.getByRole('banner').getByRole('link', { name: 'About' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave without creating the link?' });
  await dialog.getByRole('button', { name: 'Stay here' }).click();
  await expect(home.text).toHaveValue('not sent yet');

  const asked = page.waitForEvent('dialog');
  const reload = page.evaluate(() => location.reload());
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await reload.catch(() => undefined);
  await expect(home.text).toHaveValue('not sent yet');

  await page.getByRole('banner').getByRole('link', { name: 'About' }).click();
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/about');
});

test('HOME-14 the secret stays in memory: not in storage, address, history or cookies', async ({ home, page }) => {
  await home.open();
  await home.text.fill('sentinel-8842');
  await home.passphrase.fill('plum-sentinel-8842');
  expect(await traces(page)).not.toContain('sentinel-8842');
  await home.create.click();
  await page.waitForURL('**/private/*');
  await expect(home.text).toHaveCount(0);
  expect(await traces(page)).not.toContain('sentinel-8842');
  expect(await page.content()).not.toContain('sentinel-8842');
});

test('HOME-15 right-to-left text runs from right to left on a left-to-right page', async ({ home }) => {
  await home.open();
  await home.text.fill('שלום עולם');
  await expect(home.text).toHaveAttribute('dir', 'auto');
  expect(await home.text.evaluate((area) => getComputedStyle(area).direction)).toBe('rtl');
});

test('K3 a generated password comes with its link, and its page shows it', async ({ home, page, metadata }) => {
  await home.open();
  await home.generate.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/private/*');
  await expect(metadata.generated).toHaveValue(/^\S{12}$/);
});

test('a network that creates very many is asked for a captcha: the same press solves it and creates the link', async ({
  home,
  metadata,
  page,
}) => {
  const sent: string[] = [];
  await page.route(concealUrl, async (route) => {
    const body = route.request().postData() ?? '';
    sent.push(body);
    if (body.includes('authenticity_payload')) return route.continue();
    const json = { message: 'Cannot skip authenticity check', code: 'captcha_missing', success: false, shrimp: '' };
    return route.fulfill({ status: 400, json });
  });
  await home.open();
  await expect(page.getByTestId('captcha')).toHaveCount(0);
  await home.share('tea at five');
  await expect(metadata.heading).toHaveText('Your secret link is ready');
  expect(sent).toHaveLength(2);
});

test('when the check cannot be loaded or solved the text stays, and the next press tries again', async ({
  home,
  metadata,
  page,
  guard,
}) => {
  guard.allow(/ERR_FAILED|dynamically imported module|status of 500/);
  let isDown = true;
  await page.route(concealUrl, async (route) => {
    if (route.request().postData()?.includes('authenticity_payload')) return route.continue();
    const json = { message: 'Cannot skip authenticity check', code: 'captcha_missing', success: false, shrimp: '' };
    return route.fulfill({ status: 400, json });
  });
  await page.route('**/api/v2/altcha/challenge', (route) =>
    isDown ? route.fulfill({ status: 500 }) : route.continue(),
  );
  await home.open();
  await home.text.fill('tea at five');
  await home.create.click();
  await expect(home.error).toContainText('Verification failed. Try again later.');
  await expect(page.getByTestId('captcha')).toHaveAttribute('data-state', 'error');
  await expect(home.text).toHaveValue('tea at five');
  isDown = false;
  await home.create.click();
  await expect(metadata.heading).toHaveText('Your secret link is ready');
});
