import type { Page } from '@playwright/test';
import { concealAs, labelAs } from '../support/customer-secrets.ts';
import { newEmail } from '../support/people.ts';
import { readTexts } from '../support/texts.ts';
import { expect, test } from './support/fixtures.ts';
import { playRows } from './support/play-rows.ts';
import type { Stage } from './support/states/stage.ts';
import { ToldActivity, toldSecret } from './support/told-activity.ts';

const longLabel = 'Zugangsdaten für das Gästenetz im Besprechungsraum der Niederlassung, '.repeat(7).trim();

/** Every kind of row: each state, with and without a label, a recipient, tries in vain and programs. */
async function withEveryKind({ people, api, expire }: Pick<Stage, 'people' | 'api' | 'expire'>) {
  const person = await people.customer();
  await concealAs(person, 'plain');
  const told = await concealAs(person, 'told', { passphrase: 'plum', 'recipient[]': newEmail('mika') });
  await labelAs(person, told.metadataKey, longLabel);
  for (const passphrase of ['pear', 'fig'])
    await people.visitor().post(`/api/v2/secret/${told.secretKey}`, { continue: 'true', passphrase });
  await api.reveal((await concealAs(person, 'received')).secretKey);
  await api.burn((await concealAs(person, 'burned')).metadataKey);
  await expire((await concealAs(person, 'expired')).secretShortKey);
  return person;
}

const rows = (page: Page) => page.locator('[data-row]');
const heightsOf = (page: Page) =>
  rows(page).evaluateAll((all) => all.map((row) => Math.round(row.getBoundingClientRect().height)));
const rowOf = (page: Page, { secretShortKey }: { readonly secretShortKey: string }) =>
  rows(page).filter({ hasText: secretShortKey });
const checkbox = (page: Page, secret: { readonly secretShortKey: string }) => rowOf(page, secret).getByRole('checkbox');

for (const uiLocale of ['en', 'de', 'he'] as const) {
  test.describe(`in ${uiLocale}`, () => {
    test.use({ locale: { en: 'en-US', de: 'de-DE', he: 'he-IL' }[uiLocale], uiLocale });

    test('a row of any kind is at most 56 px high at 1280 px, on both pages, also where its actions are shown', async ({
      people,
      enterAs,
      api,
      expire,
      dashboard,
      page,
    }) => {
      await page.setViewportSize({ width: 1280, height: 800 });
      await enterAs(await withEveryKind({ people, api, expire }));
      for (const path of ['/recent', '/dashboard'] as const) {
        await dashboard.open(path);
        await expect(rows(page)).toHaveCount(5);
        for (const height of await heightsOf(page)) expect(height).toBeLessThanOrEqual(56);
      }
      for (const row of await rows(page).all()) {
        await row.hover();
        for (const action of await row.locator('.secret-actions button').all())
          await expect(action).toBeInViewport({ ratio: 1 });
      }
      for (const height of await heightsOf(page)) expect(height).toBeLessThanOrEqual(56);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280);
    });
  });
}

test('several secrets are burned after one question, each for itself; the one that had ended is told at its row and stays selected', async ({
  people,
  enterAs,
  api,
  dashboard,
  page,
  texts,
  guard,
}) => {
  guard.allow(/status of 404/);
  const { recent } = texts.app;
  const person = await people.customer();
  const kept = await concealAs(person, 'kept');
  const made = [];
  for (let place = 0; place < 6; place += 1) made.push(await concealAs(person, `${place}`, { passphrase: 'plum' }));
  const late = made[2] ?? kept;
  await enterAs(person);
  // Nothing is told: the page does not know yet that one of them has ended.
  await ToldActivity.on(page);
  await dashboard.open('/recent');
  for (const secret of made) await checkbox(page, secret).check();
  await expect(page.getByTestId('rows-bar')).toContainText(recent.selected.replace('{{n}}', '6'));
  await api.burn(late.metadataKey, { passphrase: 'plum' });
  const burns: string[] = [];
  page.on('request', (request) => request.url().endsWith('/burn') && burns.push(request.url()));
  await page.getByTestId('rows-bar').getByRole('button', { name: recent.burn }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading')).toBeFocused();
  await expect(dialog.getByTestId('concerned').getByRole('listitem')).toHaveCount(6);
  await expect(dialog.getByRole('textbox')).toHaveCount(0);
  await dialog.getByRole('button', { name: recent.burn, exact: true }).click();
  await expect(dialog.getByRole('alert')).toBeFocused();
  expect(new Set(burns).size).toBe(6);
  expect(burns).toHaveLength(6);
  await expect(dialog).toContainText(recent.burned_other.replace('{{n}}', '5'));
  await expect(dialog.getByTestId('concerned').getByRole('listitem')).toHaveText([
    new RegExp(`^${late.secretShortKey}.+`),
  ]);
  await page.keyboard.press('Escape');
  await expect(dashboard.unopened.locator('[data-row]')).toHaveCount(6);
  await expect(dashboard.notReceived.locator('[data-row]')).toHaveCount(1);
  await expect(checkbox(page, late)).toBeChecked();
  await page.keyboard.press('j');
  await expect(rows(page).locator('a:focus')).toHaveCount(1);
});

test('a question that goes away stops its burning: what was done by then is told and no longer selected, and the next dialog stays', async ({
  people,
  enterAs,
  dashboard,
  page,
  texts,
}) => {
  const { recent } = texts.app;
  const person = await people.customer();
  for (let place = 0; place < 9; place += 1) await concealAs(person, `${place}`);
  await enterAs(person);
  await ToldActivity.on(page);
  await dashboard.open('/recent');
  await page.getByRole('checkbox', { name: recent.selectAll.replace('{{group}}', recent.groups.waiting) }).check();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  let burns = 0;
  await page.route('**/burn', async (route) => {
    burns += 1;
    await answered;
    await route.continue();
  });
  await page.getByTestId('rows-bar').getByRole('button', { name: recent.burn }).click();
  await page.getByRole('dialog').getByRole('button', { name: recent.burn, exact: true }).click();
  await expect.poll(() => burns).toBe(4);
  await page.getByRole('dialog').getByRole('button', { name: texts.public.burn.cancel }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await rows(page).first().getByRole('link').first().focus();
  await page.keyboard.press('?');
  const next = page.getByRole('dialog', { name: recent.keys.title });
  await expect(next).toBeVisible();
  answer();
  await expect(page.locator('#announcer-polite')).toHaveText(recent.burned_other.replace('{{n}}', '4'));
  await expect(next).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dashboard.notReceived.locator('[data-row]')).toHaveCount(5);
  await expect(dashboard.unopened.locator('[data-row]')).toHaveCount(4);
  await expect(rows(page).getByRole('checkbox', { checked: true })).toHaveCount(5);
  await expect(dashboard.unopened.getByRole('checkbox', { checked: true })).toHaveCount(0);
  expect(burns).toBe(4);
});

test('several secrets get one label at once; what is typed stays until each has it', async ({
  people,
  enterAs,
  dashboard,
  label,
  page,
  texts,
  guard,
}) => {
  guard.allow(/ERR_FAILED/);
  const { recent, label: words } = texts.app;
  const person = await people.customer();
  const made = [];
  for (let place = 0; place < 3; place += 1) made.push(await concealAs(person, `${place}`));
  const [first, second, third] = made as [(typeof made)[0], (typeof made)[0], (typeof made)[0]];
  await enterAs(person);
  await dashboard.open('/recent');
  await page.getByRole('checkbox', { name: recent.selectAll.replace('{{group}}', recent.groups.waiting) }).check();
  await checkbox(page, third).uncheck();
  await page.getByTestId('rows-bar').getByRole('button', { name: words.add }).click();
  await label.field.fill(' ');
  await label.save.click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('A label is one line');
  await label.field.fill('a\u202Eb');
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveCount(0);
  await label.save.click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('A label is one line');
  await label.field.fill('for the office');
  await page.route('**/graphql', (route) =>
    route.request().postDataJSON().operationName === 'LabelSecret' ? route.abort('failed') : route.fallback(),
  );
  await label.save.click();
  await expect(page.getByRole('dialog').getByTestId('concerned').getByRole('listitem')).toHaveCount(2);
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(texts.core.errors.noResponse);
  await expect(label.field).toHaveValue('for the office');
  await page.unroute('**/graphql');
  await label.save.click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  for (const secret of [first, second])
    await expect(rowOf(page, secret).getByTestId('label')).toHaveText('for the office');
  await expect(rowOf(page, third).getByTestId('label')).toHaveCount(0);
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);
  await page.keyboard.press('j');
  await expect(rows(page).locator('a:focus')).toHaveCount(1);
});

test('a list folds to its heading with its count, by keyboard, and is folded after a reload', async ({
  people,
  enterAs,
  api,
  dashboard,
  page,
}) => {
  const person = await people.customer();
  for (let place = 0; place < 3; place += 1) await concealAs(person, `${place}`);
  await api.reveal((await concealAs(person, 'received')).secretKey);
  await enterAs(person);
  await dashboard.open('/recent');
  const heading = dashboard.notReceived.getByRole('heading').getByRole('button');
  await expect(heading).toHaveAccessibleName(/ 3$/);
  await heading.press('Enter');
  await expect(heading).toHaveAttribute('aria-expanded', 'false');
  await expect(heading).toBeFocused();
  await expect(dashboard.notReceived.getByRole('listitem')).toHaveCount(0);
  await expect(dashboard.received.getByRole('listitem')).toHaveCount(1);
  await page.reload();
  await expect(heading).toHaveAttribute('aria-expanded', 'false');
  await expect(heading).toHaveAccessibleName(/ 3$/);
  await heading.press('j');
  await expect(dashboard.received.getByRole('listitem').getByRole('link')).toBeFocused();
  await heading.click();
  await expect(dashboard.notReceived.getByRole('listitem')).toHaveCount(3);
});

test('j and k step through the rows of all lists, x selects, b burns after a question, / searches, Enter opens, ? tells all of that', async ({
  people,
  enterAs,
  api,
  dashboard,
  page,
  texts,
}) => {
  const { recent } = texts.app;
  const person = await people.customer();
  const older = await concealAs(person, 'older');
  const newer = await concealAs(person, 'newer');
  const received = await concealAs(person, 'received');
  await api.reveal(received.secretKey);
  await enterAs(person);
  await dashboard.open('/recent');
  const link = (secret: typeof older) => rowOf(page, secret).getByRole('link').first();
  const keys = page.getByTestId('rows-bar').getByRole('button', { name: recent.keys.title });
  await keys.focus();
  for (const secret of [newer, older, received, received]) {
    await page.keyboard.press('j');
    await expect(link(secret)).toBeFocused();
  }
  await page.keyboard.press('k');
  await expect(link(older)).toBeFocused();
  await page.keyboard.press('x');
  await expect(checkbox(page, older)).toBeChecked();
  await page.keyboard.press('k');
  await page.keyboard.press('x');
  await expect(page.getByRole('checkbox', { checked: true, name: newer.secretShortKey })).toHaveCount(1);
  await page.keyboard.press('x');
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: recent.keys.title });
  await expect(dialog.locator('dt')).toHaveText(['Enter', 'j', 'k', 'x', 'b', '/', '?']);
  await page.keyboard.press('j');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(link(newer)).toBeFocused();
  await page.keyboard.press('b');
  await expect(page.getByTestId('concerned')).toHaveText(older.secretShortKey);
  await page.getByRole('dialog').getByRole('button', { name: recent.burn, exact: true }).press('Enter');
  await expect(rowOf(page, older)).toHaveCount(1);
  await expect(dashboard.unopened).toContainText(older.secretShortKey);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await link(received).focus();
  await page.keyboard.press('b');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('/');
  await expect(dashboard.search).toBeFocused();
  await page.keyboard.type('xj?b');
  await expect(dashboard.search).toHaveValue('xj?b');
  await dashboard.search.fill('');
  await link(newer).press('Enter');
  await page.waitForURL('**/private/*');
});

test('without the focus in the lists no key acts; a click into them is enough', async ({
  people,
  enterAs,
  dashboard,
  page,
}) => {
  const person = await people.customer();
  const mine = await concealAs(person, 'mine');
  await enterAs(person);
  await dashboard.open('/recent');
  await expect(rows(page)).toHaveCount(1);
  for (const key of ['j', 'x', 'b', '?', '/']) await page.keyboard.press(key);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);
  await expect(dashboard.search).not.toBeFocused();
  await rowOf(page, mine).locator('.secret-state').click();
  await page.keyboard.press('j');
  await expect(rowOf(page, mine).getByRole('link')).toBeFocused();
});

test('while rows are selected new ones wait, and what is selected stays so when it is opened elsewhere', async ({
  people,
  enterAs,
  dashboard,
  page,
  texts,
}) => {
  const told = await ToldActivity.on(page);
  const person = await people.customer();
  await concealAs(person, 'mine');
  await enterAs(person);
  await dashboard.open('/recent');
  await expect(page.getByTestId('live')).toHaveText(texts.core.live.on);
  told.tell('CREATED', { secret: toldSecret(1) });
  await expect(rows(page)).toHaveCount(2);
  await checkbox(page, { secretShortKey: 'told1' }).check();
  await dashboard.search.focus();
  await page.mouse.move(0, 0);
  told.tell('CREATED', { secret: toldSecret(2) });
  await expect(dashboard.showNew(1)).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  told.tell('OPENED', { secret: toldSecret(1, { state: 'RECEIVED', received: 1_900_000_100 }) });
  await expect(dashboard.received.getByRole('checkbox', { name: /told1/ })).toBeChecked();
  const burn = page.getByTestId('rows-bar').getByRole('button', { name: texts.app.recent.burn });
  await expect(burn).toHaveAttribute('aria-disabled', 'true');
});

test('a selected row that is out of sight holds nothing back', async ({
  people,
  enterAs,
  api,
  dashboard,
  page,
  texts,
}) => {
  const told = await ToldActivity.on(page);
  const person = await people.customer();
  const mine = await concealAs(person, 'mine');
  await api.reveal((await concealAs(person, 'received')).secretKey);
  await enterAs(person);
  await dashboard.open('/recent');
  await expect(page.getByTestId('live')).toHaveText(texts.core.live.on);
  await checkbox(page, mine).check();
  await dashboard.status.focus();
  await dashboard.status.selectOption('received');
  await expect(rows(page)).toHaveCount(1);
  await page.mouse.move(0, 0);
  told.tell('OPENED', { secret: toldSecret(1, { state: 'RECEIVED', received: 1_900_000_100 }) });
  await expect(rows(page)).toHaveCount(2);
  await dashboard.status.selectOption('');
  await expect(checkbox(page, mine)).toBeChecked();
});

test('in a long list a group of rows comes into sight at the height that was kept for it, and a label that is typed stays when rows above leave', async ({
  people,
  enterAs,
  dashboard,
  label,
  page,
  texts,
}) => {
  const told = await ToldActivity.on(page);
  await enterAs(await people.customer());
  await playRows(page, 150);
  await dashboard.open('/recent');
  await expect(page.getByTestId('live')).toHaveText(texts.core.live.on);
  await expect(rows(page)).toHaveCount(150);
  await expect(dashboard.notReceived.getByRole('listitem')).toHaveCount(150);
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const before = await height();
  const last = rows(page).last();
  await expect(last).not.toBeInViewport();
  await last.getByRole('link').focus();
  await expect(last).toBeInViewport({ ratio: 1 });
  expect(await height()).toBe(before);
  // The first of the second group.
  await dashboard.act(rows(page).nth(20), texts.app.label.add);
  await page.keyboard.type('for the off');
  for (const place of [0, 4, 8])
    told.tell('OPENED', { secret: toldSecret(place, { state: 'RECEIVED', received: 1_900_000_000 + place }) });
  await expect(dashboard.notReceived.getByRole('listitem')).toHaveCount(147);
  await page.keyboard.type('ice');
  await expect(label.field).toHaveValue('for the office');
  await expect(label.field).toBeFocused();
});

test.describe('in Hebrew on a phone', () => {
  test.use({ locale: 'he-IL', uiLocale: 'he', viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('a menu has the actions of a row by name, and what is selected is burned from the bottom of the screen', async ({
    people,
    enterAs,
    dashboard,
    label,
    page,
  }) => {
    const { app, public: words } = readTexts('he');
    const person = await people.customer();
    const { secretShortKey } = await concealAs(person, 'mine');
    await enterAs(person);
    await dashboard.open('/recent');
    const menu = page.getByRole('button', { name: `${app.recent.actions} ${secretShortKey}` });
    expect((await menu.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await menu.tap();
    const dialog = page.getByRole('dialog');
    for (const name of [app.recent.open, words.metadata.timeline, app.recent.copy, app.label.add, app.recent.burn])
      await expect(dialog.getByText(name, { exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: app.label.add }).tap();
    await expect(label.field).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(menu).toBeFocused();
    await page.getByRole('checkbox', { name: secretShortKey }).check();
    const bar = page.getByTestId('rows-bar');
    await expect(bar).toBeInViewport({ ratio: 1 });
    const tooWide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(tooWide).toBeLessThanOrEqual(0);
    await bar.getByRole('button', { name: app.recent.burn }).tap();
    await page.getByRole('dialog').getByRole('button', { name: app.recent.burn, exact: true }).tap();
    await expect(dashboard.unopened).toContainText(secretShortKey);
    await expect(bar).toBeHidden();
  });
});

test.describe('on a tablet, where nothing can be pointed at', () => {
  test.use({ viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true });

  test('nothing moves when the first row is selected', async ({ people, enterAs, dashboard, page }) => {
    const person = await people.customer();
    const mine = await concealAs(person, 'mine');
    await enterAs(person);
    await dashboard.open('/recent');
    const bar = page.getByTestId('rows-bar');
    await expect(rows(page)).toHaveCount(1);
    await expect(bar).toBeHidden();
    const before = await rowOf(page, mine).boundingBox();
    await checkbox(page, mine).check();
    await expect(bar).toBeVisible();
    expect(await rowOf(page, mine).boundingBox()).toEqual(before);
  });
});
