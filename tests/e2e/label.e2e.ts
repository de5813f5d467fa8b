import { concealAs, newestHandle } from '../support/customer-secrets.ts';
import { expect, test } from './support/fixtures.ts';

test('a label typed with the secret is kept, shown on its page and in the list, and found by search', async ({
  people,
  enterAs,
  dashboard,
  home,
  label,
  page,
}) => {
  const person = await people.customer();
  await enterAs(person);
  await dashboard.open();
  await home.text.fill('tea at five');
  await label.newField.fill('  Wi-Fi of the tea house ☕ ');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/v2/')) sent.push(request.postData() ?? '');
  });
  await home.create.click();
  await page.waitForURL('**/private/*');
  await expect(label.shown).toHaveText('Wi-Fi of the tea house ☕');
  expect(decodeURIComponent(sent.join('')).includes('tea house')).toBe(false);
  await page.reload();
  await expect(label.shown).toHaveText('Wi-Fi of the tea house ☕');
  await concealAs(person, 'another');
  await dashboard.open('/recent');
  await expect(page.locator('[data-row]')).toHaveCount(2);
  await dashboard.search.fill('TEA HOUSE');
  await expect(page.locator('[data-row]')).toHaveCount(1);
  await expect(page.locator('[data-row]')).toContainText('Wi-Fi of the tea house ☕');
});

test('a label is added, changed and taken away from its row, by keyboard; the focus returns to its button', async ({
  people,
  enterAs,
  dashboard,
  label,
  page,
}) => {
  const person = await people.customer();
  const { secretShortKey } = await concealAs(person, 'mine');
  await enterAs(person);
  await dashboard.open('/recent');
  const row = dashboard.row(dashboard.notReceived, secretShortKey);
  await page.getByRole('button', { name: `Add label ${secretShortKey}` }).focus();
  await page.keyboard.press('Enter');
  await expect(label.field).toBeFocused();
  await page.keyboard.type('סיסמה למשרד');
  await page.keyboard.press('Enter');
  const edit = page.getByRole('button', { name: `Edit label ${secretShortKey}` });
  await expect(edit).toBeFocused();
  await expect(row.getByTestId('label')).toHaveText('סיסמה למשרד');
  await page.keyboard.press('Enter');
  await expect(label.field).toHaveValue('סיסמה למשרד');
  await page.keyboard.type('never kept');
  await page.keyboard.press('Escape');
  await expect(edit).toBeFocused();
  await expect(row.getByTestId('label')).toHaveText('סיסמה למשרד');
  await page.keyboard.press('Enter');
  await label.field.fill('');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: `Add label ${secretShortKey}` })).toBeFocused();
  await expect(row.getByTestId('label')).toHaveCount(0);
});

test('a label at its bound is kept; one too long or with a character that reorders text is refused at its field', async ({
  people,
  enterAs,
  dashboard,
  label,
  page,
}) => {
  const person = await people.customer();
  const { secretShortKey } = await concealAs(person, 'mine');
  await enterAs(person);
  await dashboard.open('/recent');
  const row = dashboard.row(dashboard.notReceived, secretShortKey);
  await row.hover();
  await row.getByRole('button', { name: 'Add label' }).click();
  for (const bad of ['🔑'.repeat(501), 'invoice\u202Efdp.exe']) {
    await label.field.fill(bad);
    await label.save.click();
    await expect(page.getByRole('alert')).toContainText('A label is one line of at most 500 characters');
    await expect(label.field).toHaveAttribute('aria-invalid', 'true');
    await expect(label.field).toHaveValue(bad);
  }
  await label.field.fill('🔑'.repeat(500));
  await label.save.click();
  await expect(row.getByTestId('label')).toHaveText('🔑'.repeat(500));
  await expect(row.getByTestId('label')).toHaveAttribute('title', '🔑'.repeat(500));
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test('what is typed as a label survives a lost answer, and a row that is burned elsewhere meanwhile', async ({
  people,
  enterAs,
  dashboard,
  label,
  api,
  page,
  guard,
}) => {
  guard.allow(/ERR_FAILED/);
  const person = await people.customer();
  const { secretShortKey, metadataKey } = await concealAs(person, 'mine');
  await enterAs(person);
  await page.clock.install();
  await dashboard.open('/recent');
  await dashboard.row(dashboard.notReceived, secretShortKey).hover();
  await page.getByRole('button', { name: `Add label ${secretShortKey}` }).click();
  await label.field.fill('for the office');
  await page.route('**/graphql', (route) => route.abort('failed'));
  await label.save.click();
  await expect(page.getByRole('alert')).toContainText('No response received from server');
  await expect(label.field).toHaveValue('for the office');
  await page.unroute('**/graphql');
  await api.burn(metadataKey);
  await page.clock.fastForward(15_000);
  const row = dashboard.row(dashboard.unopened, secretShortKey);
  await expect(row).toHaveCount(1);
  await expect(label.field).toHaveValue('for the office');
  await label.save.click();
  await expect(row.getByTestId('label')).toHaveText('for the office');
});

test('a label that cannot be kept with its secret costs nothing: the link is there, and the label can be tried again', async ({
  people,
  enterAs,
  dashboard,
  home,
  label,
  metadata,
  page,
  guard,
}) => {
  guard.allow(/ERR_FAILED/);
  await enterAs(await people.customer());
  await dashboard.open();
  await home.text.fill('tea at five');
  await label.newField.fill('mine');
  await page.route('**/graphql', (route) => route.abort('failed'));
  await home.create.click();
  await page.waitForURL('**/private/*');
  await expect(metadata.shareLink).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('No response received from server');
  await expect(label.field).toHaveValue('mine');
  await page.unroute('**/graphql');
  await label.save.click();
  await expect(label.shown).toHaveText('mine');
});

test('a label is on the owner’s page by private link and by handle, and on no other page', async ({
  people,
  enterAs,
  label,
  page,
  otherBrowser,
}) => {
  const person = await people.customer();
  const { secretKey, metadataKey } = await concealAs(person, 'mine');
  await enterAs(person);
  await page.goto(`/private/${metadataKey}`);
  await label.region.getByRole('button', { name: 'Add label' }).click();
  await label.field.fill('CANARY label');
  await label.save.click();
  await expect(label.shown).toHaveText('CANARY label');
  await expect(label.region.getByRole('button', { name: 'Edit label' })).toBeFocused();
  await page.goto(`/private/${await newestHandle(person)}`);
  await expect(label.shown).toHaveText('CANARY label');
  const stranger = await otherBrowser();
  for (const path of [`/private/${metadataKey}`, `/secret/${secretKey}`]) {
    await stranger.goto(path);
    await expect(stranger.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await stranger.content()).not.toContain('CANARY');
  }
});
