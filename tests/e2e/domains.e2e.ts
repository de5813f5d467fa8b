import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { withPageData } from './support/page-data.ts';

const zone = 'acme-links.com';
let made = 0;
const newHost = () => `once-${++made}-${crypto.randomUUID().slice(0, 8)}.${zone}`;

async function add(page: Page, host: string): Promise<void> {
  await page.goto('/account/domains/add');
  await page.getByRole('textbox', { name: 'Domain' }).fill(host);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
}

async function copied(page: Page, name: string): Promise<string> {
  const row = page.getByTestId('dns-records').getByRole('row').filter({ hasText: 'TXT' });
  return (
    (await row
      .locator('code')
      .nth(name === 'name' ? 0 : 1)
      .textContent()) ?? ''
  );
}

test('DOM-1 without the plan there is an offer instead of the list; without the feature there is nothing', async ({
  people,
  enterAs,
  page,
}) => {
  await enterAs(await people.customer());
  await page.goto('/account/domains');
  await expect(
    page.getByText('To use your own domain for share links, you need a plan with custom domains.'),
  ).toBeVisible();
  await page.locator('main').getByRole('button', { name: 'Upgrade' }).click();
  await expect(page.getByRole('dialog')).toContainText('Identity Plus');
  await withPageData(page, (data) => {
    data.domainsEnabled = false;
  });
  await page.goto('/account/domains');
  await expect(page).toHaveTitle('404 - Page Not Found');
});

test('DOM-2 DOM-6 DOM-9 a domain is added, verified by its record, and removed', async ({
  people,
  enterAs,
  page,
  publishTxt,
}) => {
  await enterAs(await people.paidCustomer());
  await page.goto('/account/domains');
  await expect(page.getByText('Use your own domain for share links.')).toBeVisible();
  const host = newHost();
  await add(page, host);
  await expect(page).toHaveURL(`/account/domains/${host}/verify`);
  await expect(page.getByText('Not checked yet', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Copy TXT value' }).click();
  const value = await copied(page, 'value');
  expect(value).toMatch(/^[0-9a-f]{32}$/);
  await publishTxt(`${await copied(page, 'name')}.${zone}`, value);
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText('The record was found. Links on this domain work.')).toBeVisible();
  await page.getByRole('link', { name: 'All domains' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: host })).toContainText('Verified');
  await page.getByRole('button', { name: `Remove ${host}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: host })).toHaveCount(1);
  await page.getByRole('button', { name: `Remove ${host}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Use your own domain for share links.')).toBeVisible();
});

test('DOM-3 DOM-4 a host that cannot be added is refused at the field, and what was typed stays', async ({
  people,
  enterAs,
  page,
}) => {
  await enterAs(await people.paidCustomer());
  const host = newHost();
  await add(page, host);
  await expect(page).toHaveURL(/\/verify$/);
  const field = page.getByRole('textbox', { name: 'Domain' });
  for (const [typed, words] of [
    ['', 'Please enter a domain'],
    [host, 'Duplicate domain'],
    ['com', 'Not a valid public domain'],
    ['127.0.0.1', 'Not a valid public domain'],
    ['*.acme-links.com', 'Not a valid public domain'],
  ] as const) {
    await add(page, typed);
    await expect(page.getByRole('alert')).toContainText(words);
    await expect(field).toHaveValue(typed);
    await expect(field).toHaveAttribute('aria-invalid', 'true');
  }
});

test('DOM-5 a name in another script shows what it becomes, and is shown as typed', async ({
  people,
  enterAs,
  page,
}) => {
  await enterAs(await people.paidCustomer());
  const host = `bücher-${crypto.randomUUID().slice(0, 8)}.example-shop.com`;
  await page.goto('/account/domains/add');
  await page.getByRole('textbox', { name: 'Domain' }).fill(host);
  await expect(page.getByTestId('punycode')).toContainText('xn--');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page).toHaveURL(/\/account\/domains\/xn--/);
  await expect(page.locator('main')).toContainText(host);
});

test('DOM-7 the exact mismatch is shown; DOM-8 a record that appears later is noticed', async ({
  people,
  enterAs,
  page,
  publishTxt,
}) => {
  const person = await people.paidCustomer();
  await enterAs(person);
  await page.clock.install();
  const host = newHost();
  await add(page, host);
  await expect(page).toHaveURL(/\/verify$/);
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText('No TXT record was found under that name.')).toBeVisible();
  const name = `${await copied(page, 'name')}.${zone}`;
  const value = await copied(page, 'value');
  await publishTxt(name, 'something-else');
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText('with a different value.')).toBeVisible();
  const box = page.getByRole('alert');
  await expect(box).toContainText(value);
  await expect(box).toContainText('something-else');
  await publishTxt(name, value);
  await person.browser.post(`/api/v2/account/domains/${host}/verify`);
  await page.clock.fastForward(16_000);
  await expect(page.getByText('The record was found.')).toBeVisible();
});
