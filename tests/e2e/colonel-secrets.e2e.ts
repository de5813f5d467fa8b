import { concealAs } from '../support/customer-secrets.ts';
import { ready } from '../support/pages/home-page.ts';
import { expect, test } from './support/fixtures.ts';

test('COL-12 a colonel finds secrets by reference and burns several by keyboard; whose they are sees by whom', async ({
  people,
  enterAs,
  page,
  otherBrowser,
  texts,
}) => {
  const { secrets: words, frame, manage } = texts.colonel;
  const customer = await people.customer();
  const first = await concealAs(customer, 'tea at five', { passphrase: 'plum' });
  const second = await concealAs(customer, 'milk at six');
  await enterAs(await people.colonel({ secondFactor: true }));
  await page.goto('/colonel');
  await ready(page);
  await page.getByRole('link', { name: frame.sections.secrets }).click();
  await expect(page).toHaveURL('/colonel/secrets');
  await page.getByRole('searchbox', { name: words.shortKey }).fill(first.secretShortKey);
  const rows = page.locator('li[data-secret]');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(words.passphrase);
  await rows.getByRole('link', { name: words.ownerLabel.replace('{{key}}', first.secretShortKey) }).click();
  await page.waitForURL('**/colonel/customers/*');
  const id = page.url().slice(-36);
  await page.goto(`/colonel/secrets?owner=${id}`);
  await ready(page);
  await expect(rows).toHaveCount(2);
  const burn = page.getByRole('button', { name: words.burn_other.replace('{{n}}', '2') });
  await page.getByRole('checkbox', { name: words.selectAll }).press('Space');
  await burn.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByTestId('selected')).toContainText(second.secretShortKey);
  await dialog.getByRole('combobox', { name: manage.reason }).selectOption('ABUSE');
  const last = (await rows.last().getAttribute('data-secret')) ?? '';
  await expect(dialog).toContainText(last.slice(-8));
  await dialog.getByRole('textbox').fill(last.slice(-8));
  await dialog.getByRole('textbox').press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.locator('main').getByText(words.burned_other.replace('{{n}}', '2'))).toBeVisible();
  await expect(rows.first()).toContainText(words.states.BURNED);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  expect(await page.content()).not.toMatch(/\b(?!0)[0-9a-z]{31}\b/);

  const other = await otherBrowser();
  await enterAs(customer, other);
  await other.goto('/dashboard');
  await ready(other);
  const [start = ''] = texts.app.recent.burnedByOperator.split('{{');
  for (const { secretShortKey } of [first, second])
    await expect(other.getByRole('listitem').filter({ hasText: secretShortKey })).toContainText(start.trim());
  await other.goto(`/private/${first.metadataKey}`);
  await ready(other);
  await expect(other.getByTestId('story')).toContainText(texts.public.metadata.steps.burnedByOperator);
  expect((await other.goto('/colonel/secrets'))?.status()).toBe(404);
});

test('the filter is in the address, finds nothing for what is none, and opened secrets cannot be selected', async ({
  people,
  enterAs,
  page,
  api,
  texts,
}) => {
  const { secrets: words, domains } = texts.colonel;
  const opened = await api.conceal('tea at five');
  await api.reveal(opened.secretKey);
  await enterAs(await people.colonel({ secondFactor: true }));
  await page.goto(`/colonel/secrets?key=${opened.secretShortKey}&state=RECEIVED&age=1h`);
  await ready(page);
  const rows = page.locator('li[data-secret]');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(words.noAccount);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await page.getByRole('combobox', { name: domains.state }).selectOption('NEW');
  await expect(page.getByText(words.noMatch)).toBeVisible();
  await expect(page).toHaveURL(/state=NEW/);
});

test('what has ended while the dialog was open is not burned, and the page says so', async ({
  people,
  enterAs,
  page,
  api,
  texts,
}) => {
  const { secrets: words } = texts.colonel;
  const { secretKey, secretShortKey } = await api.conceal('tea at five');
  await enterAs(await people.colonel({ secondFactor: true }));
  await page.goto(`/colonel/secrets?key=${secretShortKey}`);
  await ready(page);
  const row = page.locator('li[data-secret]');
  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: words.burn_one.replace('{{n}}', '1') }).click();
  await api.reveal(secretKey);
  const id = (await row.getAttribute('data-secret')) ?? '';
  await page.getByRole('dialog').getByRole('textbox').fill(id.slice(-8));
  await page.getByRole('dialog').getByRole('textbox').press('Enter');
  await expect(page.locator('main').getByText(words.ended_one.replace('{{n}}', '1'), { exact: true })).toBeVisible();
  await expect(row).toContainText(words.states.RECEIVED);
});
