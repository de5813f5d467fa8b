import type { Page } from '@playwright/test';
import { withDomain } from './support/domain-answers.ts';
import { expect, test } from './support/fixtures.ts';
import { withPageData } from './support/page-data.ts';
import { ToldActivity } from './support/told-activity.ts';

const zone = 'acme-links.com';
let made = 0;
const newHost = () => `once-${++made}-${crypto.randomUUID().slice(0, 8)}.${zone}`;

async function add(page: Page, host: string): Promise<void> {
  await page.goto('/account/domains/add');
  await page.getByRole('textbox', { name: 'Domain' }).fill(host);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
}

/** One of the three states of a domain, with what to do about it. */
const step = (page: Page, name: 'Ownership' | 'Routing' | 'Certificate') =>
  page
    .getByTestId('domain-steps')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name }) });

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
  pointHost,
}) => {
  await enterAs(await people.paidCustomer());
  await page.goto('/account/domains');
  await expect(page.getByText('Use your own domain for share links.')).toBeVisible();
  const host = newHost();
  await add(page, host);
  await expect(page).toHaveURL(`/account/domains/${host}/verify`);
  await expect(step(page, 'Ownership')).toContainText('Not checked yet');
  await page.getByRole('button', { name: 'Copy TXT value' }).click();
  const value = await copied(page, 'value');
  expect(value).toMatch(/^[0-9a-f]{32}$/);
  await publishTxt(`${await copied(page, 'name')}.${zone}`, value);
  await pointHost(host, '127.0.0.1');
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText('Links on this domain work, and the form offers it.')).toBeVisible();
  await page.getByRole('link', { name: 'All domains' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: host })).toContainText('Ownership: Verified');
  await page.getByRole('button', { name: `Remove ${host}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: `Remove ${host}` })).toHaveCount(1);
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
  const ownership = step(page, 'Ownership');
  await expect(ownership).toContainText('with a different value.');
  await expect(ownership).toContainText(value);
  await expect(ownership).toContainText('something-else');
  await publishTxt(name, value);
  await person.browser.post(`/api/v2/account/domains/${host}/verify`);
  await page.clock.fastForward(16_000);
  await expect(ownership).toContainText('The TXT record was found.');
});

test('DOM-13 ownership, routing and certificate are three states, each with icon, word and what to do', async ({
  people,
  enterAs,
  page,
  publishTxt,
  pointHost,
}) => {
  await enterAs(await people.paidCustomer());
  const host = newHost();
  await add(page, host);
  await expect(page).toHaveURL(/\/verify$/);
  const check = async () => {
    await page.getByRole('button', { name: 'Check now' }).click();
    await expect(page.getByRole('button', { name: 'Check now' })).not.toHaveAttribute('aria-disabled', 'true');
  };
  const expectStep = async (name: 'Ownership' | 'Routing' | 'Certificate', ...words: readonly string[]) => {
    await expect(step(page, name).locator('svg')).toHaveCount(1);
    for (const word of words) await expect(step(page, name)).toContainText(word);
  };
  await expectStep('Ownership', 'Not checked yet', 'Add the TXT record below');
  await expectStep('Routing', 'Not checked yet', 'Point the domain here');
  await expectStep('Certificate', 'Not checked yet', 'once the domain is verified and leads here');
  await check();
  await expectStep('Ownership', 'No record');
  await expectStep('Routing', 'No record', 'The domain has no address yet.');
  await publishTxt(`${await copied(page, 'name')}.${zone}`, await copied(page, 'value'));
  await pointHost(host, '198.51.100.7');
  await check();
  await expectStep('Ownership', 'Verified');
  await expectStep('Routing', 'Leads elsewhere', 'Replace its records', '127.0.0.1', '198.51.100.7');
  await expectStep('Certificate', 'Not checked yet');
  await pointHost(host, '127.0.0.1');
  await check();
  await expectStep('Routing', 'Leads here');
  await expectStep('Certificate', 'Not needed', 'plain http');
  await expect(page.locator('[aria-live="polite"]')).toContainText(
    'Ownership: Verified. Routing: Leads here. Certificate: Not needed.',
  );
  await page.getByRole('link', { name: 'All domains' }).click();
  const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: host, exact: true }) });
  for (const state of ['Ownership: Verified', 'Routing: Leads here', 'Certificate: Not needed']) {
    await expect(row.getByRole('listitem').filter({ hasText: state }).locator('svg')).toHaveCount(1);
  }
});

test('DOM-14 the form offers only domains that are verified and lead here, as soon as they do', async ({
  people,
  enterAs,
  page,
  publishTxt,
  pointHost,
}) => {
  await enterAs(await people.paidCustomer());
  const host = newHost();
  await add(page, host);
  await expect(page).toHaveURL(/\/verify$/);
  const offered = async () => {
    await page.getByRole('link', { name: 'Dashboard' }).click();
    const select = page.getByRole('combobox', { name: 'Link domain' });
    await select.waitFor();
    const hosts = await select.getByRole('option').allTextContents();
    await page.goBack();
    return hosts.includes(host);
  };
  await publishTxt(`${await copied(page, 'name')}.${zone}`, await copied(page, 'value'));
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(step(page, 'Ownership')).toContainText('Verified');
  expect(await offered()).toBe(false);
  await pointHost(host, '127.0.0.1');
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(step(page, 'Routing')).toContainText('Leads here');
  expect(await offered()).toBe(true);
  await pointHost(host, '198.51.100.7');
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(step(page, 'Routing')).toContainText('Leads elsewhere');
  expect(await offered()).toBe(false);
});

test('DOM-15 a domain that is looked at after some time is checked again by itself', async ({
  people,
  enterAs,
  page,
  pointHost,
}) => {
  await enterAs(await people.paidCustomer());
  const host = newHost();
  await add(page, host);
  await expect(page).toHaveURL(/\/verify$/);
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(step(page, 'Routing')).toContainText('No record');
  await pointHost(host, '127.0.0.1');
  await page.clock.install({ time: Date.now() + 8 * 60_000 });
  await page.reload();
  await page.clock.runFor(20_000);
  await expect(step(page, 'Routing')).toContainText('No record');
  await page.clock.runFor(180_000);
  await expect(step(page, 'Routing')).toContainText('Leads here');
});

test('DOM-16 each finding about a certificate is said in words, with what to do', async ({ people, enterAs, page }) => {
  await enterAs(await people.paidCustomer());
  const host = newHost();
  await add(page, host);
  await expect(page).toHaveURL(/\/verify$/);
  for (const [certificate, word, advice] of [
    ['VALID', 'Valid', 'Browsers trust the certificate'],
    ['EXPIRED', 'Expired', 'Recipients would see a warning'],
    ['WRONG_NAME', 'Wrong name', 'Recipients would see a warning'],
    ['UNTRUSTED', 'Not trusted', 'Recipients would see a warning'],
    ['UNREACHABLE', 'No answer', 'check again'],
    ['PRIVATE_ADDRESS', 'Could not be checked', 'a private address'],
  ] as const) {
    await withDomain(page, { isVerified: true, status: 'ACTIVE', isRoutable: true, certificate });
    await page.reload();
    await expect(step(page, 'Certificate')).toContainText(word);
    await expect(step(page, 'Certificate')).toContainText(advice);
  }
});

test('DOM-17 offline and an outage are said, what was typed stays, and the same button works again', async ({
  people,
  enterAs,
  page,
  guard,
}) => {
  guard.allow(/ERR_INTERNET_DISCONNECTED/);
  await enterAs(await people.paidCustomer());
  await page.goto('/account/domains/add');
  const field = page.getByRole('textbox', { name: 'Domain' });
  const host = newHost();
  await field.fill(host);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(field).toHaveValue(host);
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(step(page, 'Ownership')).toContainText('Not checked yet');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(step(page, 'Ownership')).toContainText('No record');
});

test('DOM-18 an error about a domain goes when something is typed, and names at the bounds are judged', async ({
  people,
  enterAs,
  page,
}) => {
  await enterAs(await people.paidCustomer());
  await page.goto('/account/domains/add');
  const field = page.getByRole('textbox', { name: 'Domain' });
  const send = page.getByRole('button', { name: 'Add', exact: true });
  const label = 'a'.repeat(63);
  for (const typed of [
    '',
    'https://acme-links.com/path',
    'acme links.com',
    'acme-links.com:443',
    `${'a'.repeat(64)}.${zone}`,
    `${[label, label, label, label].join('.')}.${zone}`,
    `${'a.'.repeat(10)}${zone}`,
  ]) {
    await field.fill(typed);
    await send.click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveValue(typed);
    await field.press('End');
    await field.press('x');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(field).not.toHaveAttribute('aria-invalid', 'true');
  }
  await field.fill(`${label}.${'b.'.repeat(7)}${zone}`);
  await send.click();
  await expect(page).toHaveURL(/\/verify$/);
});

test('DOM-8 a domain that is removed elsewhere goes by itself', async ({ people, enterAs, page }) => {
  const person = await people.paidCustomer();
  await enterAs(person);
  const host = newHost();
  await add(page, host);
  await page.getByRole('link', { name: 'All domains' }).click();
  await expect(page.getByTestId('live')).toHaveText('Live');
  await person.browser.post(`/api/v2/account/domains/${host}/remove`);
  await expect(page.getByText('Use your own domain for share links.')).toBeVisible();
});

test('DOM-20 a domain that was removed in another tab is gone here, too, where the page was not told', async ({
  people,
  enterAs,
  page,
  guard,
}) => {
  guard.allow(/WebSocket/);
  (await ToldActivity.on(page)).isDown = true;
  const person = await people.paidCustomer();
  await enterAs(person);
  const host = newHost();
  await add(page, host);
  await page.getByRole('link', { name: 'All domains' }).click();
  await expect(page.getByRole('button', { name: `Remove ${host}` })).toBeVisible();
  await person.browser.post(`/api/v2/account/domains/${host}/remove`);
  await page.getByRole('button', { name: `Remove ${host}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Use your own domain for share links.')).toBeVisible();
});
