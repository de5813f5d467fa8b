import { concealAs } from '../support/customer-secrets.ts';
import { newEmail } from '../support/people.ts';
import { lastCopy } from './support/copied.ts';
import { expect, test } from './support/fixtures.ts';
import type { Stage } from './support/states/stage.ts';

/** A customer with a secret in each state. */
async function withEachState({ people, api, expire }: Pick<Stage, 'people' | 'api' | 'expire'>) {
  const person = await people.customer();
  const waiting = await concealAs(person, 'waiting', { 'recipient[]': newEmail('mika') });
  const received = await concealAs(person, 'received');
  const burned = await concealAs(person, 'burned');
  const expired = await concealAs(person, 'expired');
  await api.reveal(received.secretKey);
  await api.burn(burned.metadataKey);
  await expire(expired.secretShortKey);
  return { person, waiting, received, burned, expired };
}

test('REC-1 REC-6 a title says whether the secret was received, struck through once destroyed; beside it what happened and when', async ({
  people,
  enterAs,
  api,
  expire,
  dashboard,
}) => {
  const { person, waiting, received, burned, expired } = await withEachState({ people, api, expire });
  await enterAs(person);
  await dashboard.open('/recent');
  for (const [list, { secretShortKey }, title, happened, isStruck] of [
    [dashboard.notReceived, waiting, 'NOT RECEIVED', /^Expires in [0-9]+ days$/, false],
    [dashboard.received, received, 'RECEIVED', /^Opened (now|[0-9]+ seconds? ago)$/, true],
    [dashboard.unopened, burned, 'NOT RECEIVED', /^Burned (now|[0-9]+ seconds? ago)$/, true],
    [dashboard.unopened, expired, 'NOT RECEIVED', /^Expired (now|[0-9]+ (second|minute)s? ago)$/, false],
  ] as const) {
    const row = dashboard.row(list, secretShortKey);
    const line = isStruck ? 'line-through' : 'none';
    await expect(row.getByText(title, { exact: true })).toHaveCSS('text-decoration-line', line);
    const moment = row.locator('time').filter({ hasText: happened });
    await expect(moment).toBeVisible();
    expect(await moment.getAttribute('datetime')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/);
  }
  await expect(dashboard.row(dashboard.notReceived, waiting.secretShortKey)).toContainText('mi*****@e*****.com');
});

test('REC-1 what was burned or expired is in a group of its own, never under Received, on both pages', async ({
  people,
  enterAs,
  api,
  expire,
  dashboard,
}) => {
  const { person } = await withEachState({ people, api, expire });
  await enterAs(person);
  for (const path of ['/recent', '/dashboard'] as const) {
    await dashboard.open(path);
    await expect(dashboard.notReceived.getByRole('listitem')).toHaveCount(1);
    await expect(dashboard.received.getByRole('listitem')).toHaveCount(1);
    await expect(dashboard.unopened.getByRole('listitem')).toHaveCount(2);
  }
});

test('REC-6 how long ago something happened stays right while the page is open', async ({
  people,
  enterAs,
  api,
  dashboard,
  page,
  guard,
}) => {
  guard.allow(/ERR_INTERNET_DISCONNECTED/);
  const person = await people.customer();
  await api.burn((await concealAs(person, 'burned')).metadataKey);
  await enterAs(person);
  await page.clock.install();
  await dashboard.open('/recent');
  await expect(dashboard.unopened).toContainText(/Burned (now|\d+ seconds? ago)/);
  // Only the page's clock runs ahead: an answer would bring it the server's time again.
  await page.context().setOffline(true);
  await page.clock.fastForward(120_000);
  await expect(dashboard.unopened).toContainText('Burned 2 minutes ago');
  await page.clock.fastForward(3_600_000);
  await expect(dashboard.unopened).toContainText('Burned 1 hour ago');
});

test('REC-6 on a device whose clock is fifteen minutes behind, ages go by the clock of the server', async ({
  people,
  enterAs,
  api,
  dashboard,
  page,
}) => {
  const person = await people.customer();
  await api.burn((await concealAs(person, 'burned')).metadataKey);
  await enterAs(person);
  await page.clock.install({ time: Date.now() - 900_000 });
  await dashboard.open('/recent');
  await expect(dashboard.unopened).toContainText(/Burned (now|\d+ seconds? ago)/);
});

test('REC-2 somebody without secrets is shown one thing to do: create one', async ({
  people,
  enterAs,
  dashboard,
  home,
  page,
}) => {
  await enterAs(await people.customer());
  await dashboard.open('/recent');
  await expect(dashboard.nothing).toContainText('Nothing here yet.');
  await expect(dashboard.nothing.getByRole('button')).toHaveCount(1);
  await expect(dashboard.search).toHaveCount(0);
  await dashboard.nothing.getByRole('button').click();
  await expect(page).toHaveURL('/dashboard');
  await dashboard.nothing.getByRole('button').click();
  await expect(home.text).toBeFocused();
});

test('REC-7 a search by short key or recipient and a status keep what matches, in the address, over back and reload', async ({
  people,
  enterAs,
  api,
  expire,
  dashboard,
  page,
}) => {
  const { person, waiting, burned } = await withEachState({ people, api, expire });
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).search));
  await enterAs(person);
  await dashboard.open('/recent');
  await dashboard.search.fill('MI*');
  const rows = page.locator('[data-row]');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(waiting.secretShortKey);
  await expect(page).toHaveURL('/recent#search=MI*');
  await page.reload();
  await expect(dashboard.search).toHaveValue('MI*');
  await expect(rows).toHaveCount(1);
  await dashboard.search.fill('');
  await expect(rows).toHaveCount(4);
  await dashboard.status.selectOption('Burned or expired');
  await expect(rows).toHaveCount(2);
  await dashboard.search.fill(burned.secretShortKey);
  await expect(rows).toHaveCount(1);
  await page.getByRole('link', { name: dashboard.action('open', burned.secretShortKey) }).click();
  await page.waitForURL('**/private/*');
  await page.goBack();
  await expect(dashboard.search).toHaveValue(burned.secretShortKey);
  await expect(dashboard.status).toHaveValue('unopened');
  await expect(rows).toHaveCount(1);
  await page.goBack();
  await expect(dashboard.status).toHaveValue('');
  await expect(dashboard.search).toHaveValue('');
  await expect(rows).toHaveCount(4);
  expect(paths.join('')).not.toContain(burned.secretShortKey);
});

test('REC-7 a search without a match says so and offers one thing to do: show everything', async ({
  people,
  enterAs,
  dashboard,
  page,
}) => {
  const person = await people.customer();
  await concealAs(person, 'one');
  await enterAs(person);
  await dashboard.open('/recent');
  await dashboard.search.fill('nothing of the kind');
  await expect(dashboard.nothing).toContainText('No secrets match.');
  await dashboard.nothing.getByRole('button', { name: 'Show everything' }).click();
  await expect(page.locator('[data-row]')).toHaveCount(1);
  await expect(dashboard.search).toHaveValue('');
  await expect(page).toHaveURL('/recent');
});

test('REC-7 a search that gets no answer shows the problem, never what another search found', async ({
  people,
  enterAs,
  dashboard,
  page,
  guard,
}) => {
  guard.allow(/ERR_FAILED/);
  const person = await people.customer();
  const { secretShortKey } = await concealAs(person, 'one');
  await enterAs(person);
  await dashboard.open('/recent');
  await expect(page.locator('[data-row]')).toHaveCount(1);
  await page.route('**/graphql', (route) => route.abort('failed'));
  await dashboard.search.fill('something else');
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expect(page.getByText(secretShortKey)).toHaveCount(0);
  await page.unroute('**/graphql');
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect(dashboard.nothing).toContainText('No secrets match.');
});

test('REC-5 each action of a row has a name that is seen where somebody points at it, at 360 px in its menu', async ({
  people,
  enterAs,
  dashboard,
  page,
}) => {
  const person = await people.customer();
  const { secretShortKey } = await concealAs(person, 'mine');
  await enterAs(person);
  await dashboard.open('/recent');
  const row = dashboard.row(dashboard.notReceived, secretShortKey);
  const names = ['What happened', 'Copy status link', 'Add label', 'Burn'];
  await page.mouse.move(0, 0);
  for (const name of names) await expect(row.getByText(name, { exact: true })).not.toBeInViewport({ ratio: 0.1 });
  await row.hover();
  for (const name of names) await expect(row.getByText(name, { exact: true })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 360, height: 740 });
  await row.getByRole('button', { name: `Actions ${secretShortKey}` }).click();
  const menu = page.getByRole('dialog', { name: secretShortKey });
  for (const name of ['Status', ...names]) await expect(menu.getByText(name, { exact: true })).toBeVisible();
  for (const action of await menu.locator('a, button').all()) {
    const box = await action.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
  }
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
  // The focus stands in the list, so the new row waits.
  await dashboard.showNew(1).click();
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
  page,
}) => {
  const person = await people.customer();
  const { secretKey, secretShortKey, metadataKey } = await concealAs(person, 'mine', { passphrase: 'plum' });
  await enterAs(person);
  await dashboard.open('/recent');
  const copy = page.getByRole('button', { name: dashboard.action('copy', secretShortKey) });
  await copy.focus();
  await page.keyboard.press('Enter');
  await expect(copy).toHaveCount(0);
  await expect(page.getByRole('button', { name: `Copied ${secretShortKey}` })).toBeFocused();
  const copied = (await lastCopy(page)) ?? '';
  expect(copied).toMatch(/\/private\/[0-9a-z]{31}$/);
  expect(copied).not.toContain(metadataKey);
  expect(await page.content()).not.toContain(secretKey);
  const link = page.getByRole('link', { name: dashboard.action('open', secretShortKey) });
  await link.press('Enter');
  await expect(page).toHaveURL(copied);
  await expect(metadata.status).toHaveText('not received');
  await page.goBack();
  await page.getByRole('button', { name: dashboard.action('burn', secretShortKey) }).press('Enter');
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await page.getByRole('dialog').getByRole('button', { name: 'Burn' }).press('Enter');
  await expect(dashboard.row(dashboard.unopened, secretShortKey)).toContainText('Burned');
  await link.press('Enter');
  await expect(metadata.status).toHaveText('burned');
});

test('a row opens by keyboard to tell what happened, live, and stays open when its secret is opened elsewhere', async ({
  people,
  enterAs,
  api,
  page,
  dashboard,
  texts,
}) => {
  const { timeline, created, steps } = texts.public.metadata;
  const person = await people.customer();
  const { secretKey, secretShortKey } = await concealAs(person, 'tea at five');
  const other = await concealAs(person, 'milk');
  await enterAs(person);
  await dashboard.open();
  const row = dashboard.row(dashboard.notReceived, secretShortKey).first();
  const button = row.getByRole('button', { name: `${timeline} ${secretShortKey}` });
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await button.press('Enter');
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  const story = page.getByTestId('story');
  await expect(story.getByRole('listitem')).toHaveText([new RegExp(`^${created}`), steps.notOpened]);
  await dashboard.row(dashboard.notReceived, other.secretShortKey).hover();
  await page.getByRole('button', { name: `${timeline} ${other.secretShortKey}` }).click();
  await expect(story).toHaveCount(1);
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await button.press('Space');
  await expect(story.getByText(steps.notOpened)).toBeVisible();
  await api.reveal(secretKey);
  const moved = dashboard.row(dashboard.received, secretShortKey).first();
  await expect(moved.getByTestId('story').getByText(steps.opened, { exact: true })).toBeVisible();
  await api.reveal(secretKey);
  await expect(moved.getByTestId('story')).toContainText(texts.public.metadata.tries.late.received_one);
  await moved.getByRole('button', { name: timeline }).press('Enter');
  await expect(story).toHaveCount(0);
});

test('a story that cannot be loaded says so in its row, and is asked for again', async ({
  people,
  enterAs,
  page,
  dashboard,
  guard,
  texts,
}) => {
  guard.allow(/status of 503/);
  const person = await people.customer();
  await concealAs(person, 'tea at five');
  await enterAs(person);
  await page.route('**/api/v2/private/*', (route) =>
    route.fulfill({ status: 503, json: { message: 'later', code: 'unavailable' } }),
  );
  await dashboard.open('/recent');
  const row = dashboard.notReceived.getByRole('listitem').first();
  await row.hover();
  await row.getByRole('button', { name: texts.public.metadata.timeline }).click();
  await expect(row.getByRole('alert')).toContainText(texts.core.refusals.unavailable);
  await page.unroute('**/api/v2/private/*');
  await row.getByRole('button', { name: texts.core.errors.retry }).click();
  await expect(row.getByTestId('story')).toContainText(texts.public.metadata.steps.notOpened);
});
