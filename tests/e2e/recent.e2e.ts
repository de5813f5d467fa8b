import { concealAs } from '../support/customer-secrets.ts';
import { newEmail } from '../support/people.ts';
import { lastCopy } from './support/copied.ts';
import { expect, test } from './support/fixtures.ts';

test('REC-1 REC-6 each secret is in its list; an ended one is struck through and says how it ended', async ({
  people,
  enterAs,
  api,
  expire,
  dashboard,
}) => {
  const person = await people.customer();
  const waiting = await concealAs(person, 'waiting', { 'recipient[]': newEmail('mika') });
  const received = await concealAs(person, 'received');
  const burned = await concealAs(person, 'burned');
  const expired = await concealAs(person, 'expired');
  await api.reveal(received.secretKey);
  await api.burn(burned.metadataKey);
  await expire(expired.secretShortKey);
  await enterAs(person);
  await dashboard.open('/recent');
  const { notReceived, received: opened } = dashboard;
  await expect(notReceived.getByRole('listitem')).toHaveCount(2);
  await expect(opened.getByRole('listitem')).toHaveCount(2);
  for (const [list, { secretShortKey }, title, word, isStruck] of [
    [notReceived, waiting, 'NOT RECEIVED', '', false],
    [notReceived, expired, 'NOT RECEIVED', 'expired', false],
    [opened, received, 'RECEIVED', 'received', true],
    [opened, burned, 'RECEIVED', 'burned', true],
  ] as const) {
    const row = dashboard.row(list, secretShortKey);
    await expect(row.getByText(title, { exact: true })).toHaveCSS(
      'text-decoration-line',
      isStruck ? 'line-through' : 'none',
    );
    if (word !== '') await expect(row.getByText(word, { exact: true })).toBeVisible();
  }
  await expect(dashboard.row(notReceived, waiting.secretShortKey)).toContainText('mi*****@e*****.com');
});

test('REC-2 without secrets both lists say so', async ({ people, enterAs, dashboard }) => {
  await enterAs(await people.customer());
  await dashboard.open('/recent');
  await expect(dashboard.notReceived).toContainText('No secrets are waiting to be opened.');
  await expect(dashboard.received).toContainText('None of your secrets were opened in the last 30 days.');
  await expect(dashboard.inbox).toHaveCount(0);
});

test('REC-3 a secret that is opened elsewhere moves to the other list, and the focus moves with it', async ({
  people,
  enterAs,
  api,
  dashboard,
  page,
}) => {
  const person = await people.customer();
  const first = await concealAs(person, 'stays');
  const second = await concealAs(person, 'moves');
  await enterAs(person);
  await page.clock.install();
  await dashboard.open('/recent');
  const stays = page.getByRole('button', { name: dashboard.action('copy', first.secretShortKey) });
  await stays.focus();
  await api.reveal(second.secretKey);
  await page.clock.fastForward(15_000);
  await expect(dashboard.row(dashboard.received, second.secretShortKey)).toHaveCount(1);
  await expect(dashboard.row(dashboard.notReceived, second.secretShortKey)).toHaveCount(0);
  await expect(stays).toBeFocused();

  await api.reveal(first.secretKey);
  await page.clock.fastForward(15_000);
  await expect(dashboard.row(dashboard.notReceived, first.secretShortKey)).toHaveCount(0);
  await expect(page.locator('body')).not.toBeFocused();
  const inList = page.locator('section:focus-within');
  await expect(inList).toHaveCount(1);
});

test('REC-4 more rows load on request, and stay when the list refreshes', async ({
  people,
  enterAs,
  dashboard,
  page,
}) => {
  const person = await people.customer();
  for (let made = 0; made < 27; made += 1) await concealAs(person, `secret ${made}`);
  await enterAs(person);
  await page.clock.install();
  await dashboard.open('/recent');
  const rows = dashboard.notReceived.getByRole('listitem');
  await expect(rows).toHaveCount(25);
  await dashboard.more.focus();
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(27);
  await expect(dashboard.more).toHaveCount(0);
  await expect(page.locator('body')).not.toBeFocused();
  await concealAs(person, 'the newest');
  await page.clock.fastForward(15_000);
  await expect(rows).toHaveCount(28);
});

test('REC-4 more rows that do not load are the problem of their own list, and what is shown stays', async ({
  people,
  enterAs,
  dashboard,
  page,
  guard,
}) => {
  guard.allow(/ERR_FAILED/);
  const person = await people.customer();
  for (let made = 0; made < 26; made += 1) await concealAs(person, `secret ${made}`);
  await enterAs(person);
  await dashboard.open('/recent');
  const rows = dashboard.notReceived.getByRole('listitem');
  await expect(rows).toHaveCount(25);
  await page.route('**/graphql', (route) => route.abort('failed'));
  await dashboard.more.click();
  await expect(dashboard.notReceived.getByRole('alert')).toBeVisible();
  await expect(dashboard.received.getByRole('alert')).toHaveCount(0);
  await expect(dashboard.received).toContainText('None of your secrets were opened in the last 30 days.');
  await expect(rows).toHaveCount(25);
  await page.unroute('**/graphql');
  await dashboard.notReceived.getByRole('button', { name: 'Try again' }).click();
  await expect(rows).toHaveCount(26);
});

test('REC-5 K12 a row is copied, opened and burned by keyboard; no row gives the share link', async ({
  people,
  enterAs,
  dashboard,
  metadata,
  burn,
  page,
}) => {
  const person = await people.customer();
  const { secretKey, secretShortKey, metadataKey } = await concealAs(person, 'mine', { passphrase: 'plum' });
  await enterAs(person);
  await dashboard.open('/recent');
  const copy = page.getByRole('button', { name: dashboard.action('copy', secretShortKey) });
  await copy.focus();
  await page.keyboard.press('Enter');
  const copied = (await lastCopy(page)) ?? '';
  expect(copied).toMatch(/\/private\/[0-9a-z]{31}$/);
  expect(copied).not.toContain(metadataKey);
  expect(await page.content()).not.toContain(secretKey);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(copied);
  await expect(metadata.status).toHaveText('not received');
  await page.goBack();
  await page.getByRole('link', { name: dashboard.action('burn', secretShortKey) }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${copied}/burn`);
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await burn.confirm.focus();
  await page.keyboard.press('Enter');
  await expect(metadata.status).toHaveText('burned');
});
