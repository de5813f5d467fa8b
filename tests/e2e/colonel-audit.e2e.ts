import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { ready } from '../support/pages/home-page.ts';
import type { Texts } from '../support/texts.ts';
import { expect, test } from './support/fixtures.ts';
import { playTrail } from './support/play-trail.ts';

const rows = (page: Page) => page.locator('[role=row][data-entry]');

/** The bar that says what is shown. */
function barOf(page: Page, texts: Texts) {
  const { filters } = texts.colonel.audit;
  const form = page.getByRole('form', { name: filters.title });
  return {
    form,
    field: form.getByRole('searchbox', { name: filters.search }),
    apply: form.getByRole('button', { name: filters.apply }),
    clear: form.getByRole('button', { name: filters.clear }),
    time: form.getByRole('button', { name: filters.more }),
    chips: form.getByRole('list', { name: filters.title }),
    removing: (what: string) =>
      form.getByRole('button', { name: filters.remove.replace('{{what}}', what), exact: true }),
    async chooseRange(range: string) {
      await form.getByRole('button', { name: filters.more }).click();
      await form.getByRole('combobox', { name: filters.range }).selectOption(range);
      await form.getByRole('button', { name: filters.apply }).click();
    },
  };
}

test('COL-2 the filter is part of the address, and an address shows what it says', async ({
  people,
  enterAs,
  page,
  texts,
}) => {
  const { filters, ranges } = texts.colonel.audit;
  await enterAs(await people.colonel({ secondFactor: true }));
  await page.goto('/colonel/audit');
  await ready(page);
  const bar = barOf(page, texts);
  await bar.time.click();
  await bar.form.getByRole('combobox', { name: filters.range }).selectOption(ranges['7d']);
  await bar.form.getByText(filters.all).click();
  await bar.form.getByRole('checkbox', { name: 'account', exact: true }).check();
  await bar.field.fill('actor:system outcome:DONE');
  await bar.apply.click();
  await expect(page).toHaveURL('/colonel/audit?range=7d&actor=system&outcome=DONE&action=account');
  await page.reload();
  await ready(page);
  await expect(bar.chips.getByRole('listitem')).toHaveText([
    ranges['7d'],
    'actor:system',
    'action:account',
    'outcome:done',
  ]);
  await bar.time.click();
  await expect(bar.form.getByRole('combobox', { name: filters.range })).toHaveValue('7d');
  await expect(bar.form.getByText(filters.chosen.replace('{{many}}', '1'))).toBeVisible();
  await bar.clear.click();
  await expect(page).toHaveURL('/colonel/audit');
  await expect(rows(page).first()).toBeVisible();
});

test('chips are taken away with the pointer and the keyboard, and the focus goes on to the next', async ({
  people,
  enterAs,
  page,
  texts,
}) => {
  await enterAs(await people.colonel({ secondFactor: true }));
  await page.goto('/colonel/audit?range=7d&actor=system&outcome=DONE&request=none&action=account');
  await ready(page);
  const bar = barOf(page, texts);
  await bar.removing('actor:system').click();
  await expect(page).toHaveURL('/colonel/audit?range=7d&outcome=DONE&request=none&action=account');
  await expect(bar.removing('action:account')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/colonel/audit?range=7d&outcome=DONE&request=none');
  await expect(bar.removing('outcome:done')).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(bar.removing('request:none')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page).toHaveURL('/colonel/audit?range=7d');
  await expect(bar.removing(texts.colonel.audit.ranges['7d'])).toBeFocused();
  await page.keyboard.press('Backspace');
  await expect(page).toHaveURL('/colonel/audit');
  await expect(bar.field).toBeFocused();
});

test('a word that is no token says what to write, and nothing is asked', async ({ people, enterAs, page, texts }) => {
  const { filters } = texts.colonel.audit;
  await enterAs(await people.colonel({ secondFactor: true }));
  await page.goto('/colonel/audit');
  await ready(page);
  const bar = barOf(page, texts);
  await bar.field.fill('actor:system who:operator');
  await page.keyboard.press('Enter');
  const words = filters.notUnderstood.replace('{{word}}', 'who:operator').replace('{{example}}', 'actor:operator');
  await expect(bar.form.getByText(words)).toBeVisible();
  await expect(bar.field).toHaveAttribute('aria-invalid', 'true');
  await expect(bar.field).toBeFocused();
  await expect(page).toHaveURL('/colonel/audit');
  await bar.field.fill('actor:operator');
  await expect(bar.form.getByText(words)).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/colonel/audit?actor=operator');
  await expect(bar.field).toHaveValue('');
});

test('a view is saved under a name, opened, deleted, and gone when somebody signs out', async ({
  people,
  enterAs,
  page,
  texts,
}) => {
  const { views } = texts.colonel.audit;
  await enterAs(await people.colonel({ secondFactor: true }));
  const search = '?range=7d&actor=system&action=secret&view=target';
  await page.goto(`/colonel/audit${search}&utm=nina`);
  await ready(page);
  const panel = page.getByRole('region', { name: views.title });
  const open = () => page.getByRole('button', { name: views.title }).click();
  await open();
  await expect(panel.getByText(views.none)).toBeVisible();
  await panel.getByRole('textbox', { name: views.name }).fill('What the system did');
  await page.keyboard.press('Enter');
  const link = panel.getByRole('link', { name: 'What the system did' });
  await expect(link).toHaveAttribute('aria-current', 'page');
  await page.goto('/colonel/audit');
  await ready(page);
  await open();
  await link.press('Enter');
  await expect(page).toHaveURL(`/colonel/audit${search}`);
  expect(await page.evaluate(() => localStorage.getItem('audit.views'))).not.toContain('nina');
  await panel.getByRole('button', { name: views.remove.replace('{{name}}', 'What the system did') }).click();
  await expect(panel.getByText(views.none)).toBeVisible();
  await panel.getByRole('textbox', { name: views.name }).fill('again');
  await panel.getByRole('button', { name: views.save }).click();
  await expect(panel.getByRole('link', { name: 'again' })).toBeVisible();
  await page.goto('/logout');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('audit.views'))).toBeNull();
});

test('what the picture counts is what the list shows; a point of it narrows the list to its time', async ({
  people,
  enterAs,
  page,
  api,
  texts,
}) => {
  const { chart, shown } = texts.colonel.audit;
  const keys = await Promise.all(['one', 'two', 'three'].map(async (text) => (await api.conceal(text)).secretShortKey));
  await enterAs(await people.colonel({ secondFactor: true }));
  const about = `/colonel/audit?range=1h&target=${keys[0]}&action=secret`;
  await page.goto(about);
  await ready(page);
  const section = page.getByRole('region', { name: chart.title });
  const counts = { entries: '0', covered: '1', failed: '0' };
  const caption = chart.caption.replace(/\{\{(\w+)\}\}/g, (_, name: keyof typeof counts) => counts[name]);
  await expect(section.getByText(caption)).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByText(shown.replace('{{n}}', '1').replace('{{all}}', '1'))).toBeVisible();
  const picture = section.getByRole('application');
  await picture.focus();
  await page.keyboard.press('ArrowRight');
  await expect(section.getByRole('status')).toContainText(chart.pick);
  await page.keyboard.press('Enter');
  // The first step of the hour has nothing of a secret that was made just now.
  await expect(page).toHaveURL(/\?range=custom&from=\d+&to=\d+&target=\w+&action=secret$/);
  await expect(page.getByText(texts.colonel.audit.empty)).toBeVisible();
  const { searchParams } = new URL(page.url());
  expect(Number(searchParams.get('to')) - Number(searchParams.get('from'))).toBe(60);
  await page.goBack();
  await expect(rows(page)).toHaveCount(1);
  await expect(async () => {
    // Where the lines end: the newest step.
    const lines = await section.locator('.recharts-cartesian-grid').boundingBox();
    if (lines === null) throw new Error('the picture is not drawn yet');
    await page.mouse.click(lines.x + lines.width - 1, lines.y + lines.height / 2);
    await expect(page).toHaveURL(/range=custom/, { timeout: 1_000 });
  }).toPass();
  const newest = new URL(page.url()).searchParams;
  expect(Number(newest.get('to'))).toBeGreaterThan(Date.now() / 1000 - 90);
});

test('an event of nobody is looked up by its position and its id, with the block that covers it', async ({
  people,
  enterAs,
  page,
  api,
  texts,
}) => {
  const { lookUp, panel } = texts.colonel.audit;
  const { secretShortKey } = await api.conceal('tea at twelve');
  await enterAs(await people.colonel({ secondFactor: true }));
  await page.goto(`/colonel/audit?target=${secretShortKey}&action=secret`);
  await ready(page);
  const block = new RegExp(lookUp.block.replaceAll('.', '\\.').replace(/\{\{\w+\}\}/g, '.+'));
  await expect(async () => {
    await rows(page).first().click();
    await expect(page.getByRole('complementary', { name: panel.title }).getByText(block)).toBeVisible({
      timeout: 1_000,
    });
  }).toPass();
  const facts = page.getByRole('complementary', { name: panel.title });
  const factOf = (name: string) =>
    facts
      .locator('dt', { hasText: new RegExp(`^${name}$`) })
      .locator('+ dd')
      .textContent();
  const [position, id] = [await factOf(panel.position), await factOf(panel.id)];
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: lookUp.title }).click();
  const region = page.getByRole('region', { name: lookUp.title });
  const field = region.getByRole('textbox', { name: lookUp.reference });
  for (const reference of [position, id]) {
    await field.fill(reference ?? '');
    await page.keyboard.press('Enter');
    await expect(region.getByText('secret.created')).toBeVisible();
    await expect(region.getByText(block)).toBeVisible();
    await field.fill('01890a5d-ac96-774b-bcce-b302099a8057');
    await region.getByRole('button', { name: lookUp.submit }).click();
    await expect(region.getByText(lookUp.unknown)).toBeVisible();
  }
});

test('on a phone entries are cards: nothing is cut or pushed sideways, and the keyboard moves as before', async ({
  people,
  enterAs,
  page,
  texts,
}) => {
  const { columns } = texts.colonel.audit;
  await page.setViewportSize({ width: 360, height: 740 });
  await enterAs(await people.colonel({ secondFactor: true }));
  await page.goto('/colonel/audit');
  await ready(page);
  const grid = page.getByRole('grid');
  const { time, actor, action, target, outcome, where } = columns;
  await expect(grid.getByRole('columnheader')).toHaveText([time, actor, action, target, outcome, where]);
  await expect(rows(page).first().getByRole('gridcell')).toHaveCount(6);
  await expect(rows(page).first()).toContainText(columns.action);
  const cut = await grid.evaluate((element) =>
    [...element.querySelectorAll('.audit-cell, [data-entry]')]
      .filter((each) => each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight + 1)
      .map((each) => each.textContent),
  );
  expect(cut).toEqual([]);
  expect(await grid.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await rows(page).first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(rows(page).nth(1)).toBeFocused();
  await expect(rows(page).nth(1)).toBeInViewport({ ratio: 1 });
});

test('COL-3 COL-4 what is recorded appears within two seconds; it waits while the list is paused', async ({
  people,
  enterAs,
  page,
  api,
  texts,
}) => {
  const { live } = texts.colonel.audit;
  await enterAs(await people.colonel({ secondFactor: true }));
  await page.goto('/colonel/audit?action=secret');
  await ready(page);
  // Other tests record things meanwhile, so nothing is counted exactly.
  const newest = () => rows(page).first().getAttribute('data-entry');
  await expect(page.getByRole('button', { name: live.pause })).toBeVisible();
  const before = await newest();
  await api.conceal('tea at five');
  await expect.poll(newest, { timeout: 3_000, intervals: [100] }).not.toBe(before);
  await expect(rows(page).first()).toContainText('secret.');
  await page.getByRole('button', { name: live.pause }).click();
  const paused = await newest();
  await api.conceal('tea at six');
  const waiting = page.getByRole('button', { name: new RegExp(live.waiting_other.replace('{{n}}', '\\d+')) });
  await expect(waiting).toBeVisible({ timeout: 3_000 });
  expect(await newest()).toBe(paused);
  await waiting.click();
  await expect.poll(newest).not.toBe(paused);
  const shown = await newest();
  await page.getByRole('button', { name: live.resume }).click();
  await api.conceal('tea at seven');
  await expect.poll(newest, { timeout: 3_000, intervals: [100] }).not.toBe(shown);
});

test('COL-5 COL-6 Enter opens an entry with its whole request, arrows move, Escape closes and gives the focus back', async ({
  people,
  enterAs,
  page,
  texts,
}) => {
  const { panel, view } = texts.colonel.audit;
  await enterAs(await people.colonel({ secondFactor: true }));
  await page.goto('/colonel/audit?action=account&action=security');
  await ready(page);
  await rows(page).first().focus();
  await page.keyboard.press('Enter');
  const detail = page.getByRole('complementary', { name: panel.title });
  await expect(detail).toBeVisible();
  // What is recorded meanwhile comes above the two.
  const second = (await page.locator('[data-entry]:focus + [data-entry]').getAttribute('data-entry')) ?? '';
  const secondRow = page.locator(`[data-entry="${second}"]`);
  await page.keyboard.press('ArrowDown');
  await expect(detail).toContainText(second);
  await expect(secondRow).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(detail).toHaveCount(0);
  await expect(secondRow).toBeFocused();
  await page.keyboard.press('Enter');
  await detail.getByRole('button', { name: panel.followRequest }).click();
  await expect(page).toHaveURL(/request=.+&view=request$/);
  const groups = page.getByRole('list', { name: view.request }).locator('> li');
  await expect(groups).toHaveCount(1);
  await groups.getByRole('button').first().click();
  await expect(detail).toBeVisible();
});

test('COL-6 one anonymous secret is followed by its short key, from its creation to its opening', async ({
  people,
  enterAs,
  page,
  api,
  texts,
}) => {
  const { secretKey, secretShortKey: shortkey } = await api.conceal('tea at nine');
  await api.reveal(secretKey);
  await enterAs(await people.colonel({ secondFactor: true }));
  await page.goto('/colonel/audit');
  await ready(page);
  const bar = barOf(page, texts);
  await bar.field.fill(`target:${shortkey}`);
  await bar.apply.click();
  // That somebody looks is recorded too, and stands above.
  const story = rows(page).filter({ hasText: 'secret.' });
  await expect(story).toHaveCount(2);
  await expect(story.first()).toContainText('secret.received');
  await expect(story.last()).toContainText('secret.created');
  await expect(rows(page).filter({ hasText: 'operator.action_taken' })).toHaveCount(1);
  await page.goto(`/colonel/audit?target=${shortkey}&view=target`);
  await expect(page.locator('.audit-steps > li').filter({ hasText: 'secret.' })).toHaveCount(2);
});

test('COL-7 a break of the chain is a red bar that names both entries', async ({ people, enterAs, page }) => {
  await enterAs(await people.colonel({ secondFactor: true }));
  const [entry, before] = ['0197a000-0000-7000-8000-00000000000b', '0197a000-0000-7000-8000-00000000000a'];
  await page.route('**/graphql', async (route) => {
    if (route.request().postDataJSON().operationName !== 'AuditChainStatus') return await route.continue();
    const answer = await route.fetch();
    const body = await answer.json();
    body.data.auditChainStatus.broken = { __typename: 'AuditBreak', entry, before };
    await route.fulfill({ response: answer, json: body });
  });
  await page.goto('/colonel/audit');
  await ready(page);
  const bar = page.locator('main').getByRole('alert');
  await expect(bar).toContainText(entry);
  await expect(bar).toContainText(before);
});

test('COL-8 an export has what the filter shows, and is recorded', async ({ people, enterAs, page, api, texts }) => {
  await api.conceal('tea at ten');
  await enterAs(await people.colonel({ secondFactor: true }));
  await page.goto('/colonel/audit?action=secret.created');
  await ready(page);
  await expect(rows(page).first()).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: texts.colonel.audit.export.csv }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^onceover-audit-.*\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\n');
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines.slice(1)) expect(line).toContain(',secret.created,');
  await page.goto('/colonel/audit?action=security.trail_exported');
  await expect(rows(page).first()).toContainText('security.trail_exported', { timeout: 4_000 });
});

test('COL-9 no complete key is in the page of the trail, not even in an entry as JSON', async ({
  people,
  enterAs,
  page,
  api,
  texts,
}) => {
  await api.conceal('tea at eleven');
  await enterAs(await people.colonel({ secondFactor: true }));
  await page.goto('/colonel/audit?action=secret');
  await ready(page);
  await rows(page).first().click();
  await page.getByText(texts.colonel.audit.panel.raw).click();
  expect(await page.content()).not.toMatch(/(?<![0-9a-z])[0-9a-z]{31}(?![0-9a-z])/);
  await expect(page.locator('main')).not.toContainText('@');
});

test('COL-11 a filter beyond its bounds is an error with words, not an empty list', async ({
  people,
  enterAs,
  page,
  texts,
  guard,
}) => {
  guard.allow(/status of 400/);
  await enterAs(await people.colonel({ secondFactor: true }));
  await page.goto('/colonel/audit?target=nonsense-and-more');
  await ready(page);
  await expect(page.locator('main').getByRole('alert').first()).toBeVisible();
  await expect(page.getByText(texts.colonel.audit.empty)).toHaveCount(0);
});

test('COL-13 of 20,000 entries only those in sight are in the page, each with its number', async ({
  people,
  enterAs,
  page,
}) => {
  const all = 20_000;
  await enterAs(await people.colonel({ secondFactor: true }));
  await playTrail(page, all);
  await page.goto('/colonel/audit');
  await ready(page);
  const grid = page.getByRole('grid');
  await expect(grid).toHaveAttribute('aria-rowcount', String(all + 1));
  const nodes = () => page.evaluate(() => document.querySelectorAll('*').length);
  const inSight = async () => {
    const box = await grid.boundingBox();
    const boxes = await Promise.all((await rows(page).all()).map((row) => row.boundingBox()));
    const middle = (box?.y ?? 0) + (box?.height ?? 0) / 2;
    return boxes.some((row) => row !== null && row.y <= middle && row.y + row.height >= middle);
  };
  for (const share of [0, 0.5, 1]) {
    await grid.evaluate((element, part) => element.scrollTo(0, part * element.scrollHeight), share);
    await expect.poll(inSight).toBe(true);
    expect(await nodes()).toBeLessThan(1_500);
  }
  await expect(rows(page).last()).toHaveAttribute('aria-rowindex', String(all + 1));
  await rows(page).last().focus();
  await page.keyboard.press('Home');
  await expect(rows(page).first()).toBeFocused();
  await expect(rows(page).first()).toHaveAttribute('aria-rowindex', '2');
  await page.keyboard.press('End');
  await expect(rows(page).last()).toBeFocused();
  expect(await nodes()).toBeLessThan(1_500);
});

test('the current row of a long list stays in the page, keeps the focus and is reached by Tab', async ({
  people,
  enterAs,
  page,
  texts,
}) => {
  const { export: save, panel } = texts.colonel.audit;
  await enterAs(await people.colonel({ secondFactor: true }));
  await playTrail(page, 2_000);
  await page.goto('/colonel/audit');
  await ready(page);
  const grid = page.getByRole('grid');
  const scrollTo = async (place: number) => {
    await grid.evaluate((element, top) => element.scrollTo(0, top), place * ROW);
    await expect(grid.locator(`[aria-rowindex="${place + 10}"]`)).toBeVisible();
  };
  const row = (number: number) => grid.locator(`[role=row][aria-rowindex="${number}"]`);
  const tabIntoGrid = async () => {
    await page.getByRole('button', { name: save.ndjson }).focus();
    await page.keyboard.press('Tab');
  };
  await expect(row(2)).toBeVisible();
  await scrollTo(1_000);
  await tabIntoGrid();
  await expect(row(2)).toBeFocused();
  await expect(row(2)).toBeInViewport();
  for (const place of [500, 1_500]) {
    await scrollTo(1_000);
    await row(1_010).click();
    await scrollTo(place);
    await expect(row(1_010)).toBeFocused();
    await expect(row(1_010)).not.toBeInViewport();
    expect(await misplacedRows(grid)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('complementary', { name: panel.title })).toHaveCount(0);
    await expect(row(1_010)).toBeFocused();
    await expect(row(1_010)).toBeInViewport();
    await scrollTo(place);
    await tabIntoGrid();
    await expect(row(1_010)).toBeFocused();
    await scrollTo(place);
    await page.keyboard.press('ArrowDown');
    await expect(row(1_011)).toBeFocused();
    await expect(row(1_011)).toBeInViewport();
  }
});

/** In pixels, as the list draws it. */
const ROW = 36;

/** The numbers of the rows that do not stand where a list with all rows would have them. */
async function misplacedRows(grid: import('@playwright/test').Locator): Promise<number[]> {
  return await grid.evaluate((element, height) => {
    const top = element.getBoundingClientRect().top + element.clientTop - element.scrollTop;
    return [...element.querySelectorAll('[data-entry]')].flatMap((row) => {
      const number = Number(row.getAttribute('aria-rowindex'));
      return Math.abs(row.getBoundingClientRect().top - top - (number - 1) * height) < 2 ? [] : [number];
    });
  }, ROW);
}

test('a burst leaves no gap in the list; after a flood it begins anew, and goes on where it ends', async ({
  people,
  enterAs,
  page,
  texts,
}) => {
  await enterAs(await people.colonel({ secondFactor: true }));
  const grow = await playGrowingTrail(page, 500);
  await page.goto('/colonel/audit');
  await ready(page);
  const grid = page.getByRole('grid');
  const count = (loaded: number) => expect(grid).toHaveAttribute('aria-rowcount', String(loaded + 1));
  await count(100);
  grow(250);
  await count(350);
  grow(3_000);
  await count(1_000);
  await page.getByRole('button', { name: texts.colonel.audit.more }).click();
  await count(1_100);
});

test('a list that takes the place of a scrolled one stands at its top, and takes what is new at once', async ({
  people,
  enterAs,
  page,
  texts,
}) => {
  const { ranges, view, live } = texts.colonel.audit;
  await enterAs(await people.colonel({ secondFactor: true }));
  const grow = await playGrowingTrail(page, 500);
  await page.goto('/colonel/audit');
  await ready(page);
  const grid = page.getByRole('grid');
  const waiting = (many: number) =>
    page.getByRole('button', { name: live.waiting_other.replace('{{n}}', String(many)) });
  const scrollAndWait = async () => {
    await grid.evaluate((element) => element.scrollTo(0, 500));
    grow(1);
    await expect(waiting(1)).toBeVisible();
  };
  await expect(grid).toHaveAttribute('aria-rowcount', '101');
  await scrollAndWait();
  await barOf(page, texts).chooseRange(ranges['7d']);
  // The list that left the page says 0 too, and then the new one has not been asked for yet.
  await expect.poll(() => grid.evaluate((element) => element.isConnected && element.scrollTop)).toBe(0);
  grow(1);
  await expect(grid).toHaveAttribute('aria-rowcount', '102');
  await scrollAndWait();
  await page.getByRole('combobox', { name: view.label }).selectOption(view.target);
  const steps = page.getByRole('list', { name: view.target }).locator('[data-step]');
  await expect(steps).toHaveCount(100);
  grow(1);
  await expect(steps).toHaveCount(101);
});

test('one press or two add one page, and a page that comes late is not added to another list', async ({
  people,
  enterAs,
  page,
  texts,
}) => {
  const { ranges, more } = texts.colonel.audit;
  await enterAs(await people.colonel({ secondFactor: true }));
  const grow = await playGrowingTrail(page, 1_000);
  const { asked, release } = await holdFurtherPages(page);
  await page.goto('/colonel/audit');
  await ready(page);
  const grid = page.getByRole('grid');
  const count = (loaded: number) => expect(grid).toHaveAttribute('aria-rowcount', String(loaded + 1));
  await count(100);
  await page.getByRole('button', { name: more }).click();
  await expect.poll(asked).toBe(1);
  // The question says until when, in seconds: the same one is never sent twice at a time.
  await page.waitForTimeout(1_000);
  await page.getByRole('button', { name: more }).click();
  await release();
  await count(200);
  expect(asked()).toBe(1);
  await page.getByRole('button', { name: more }).click();
  await expect.poll(asked).toBe(2);
  await barOf(page, texts).chooseRange(ranges['7d']);
  await count(100);
  await release();
  // What is new is found later, so that by then the late page has been read.
  grow(1);
  await count(101);
  await page.getByRole('button', { name: more }).click();
  await expect.poll(asked).toBe(3);
  await release();
  await count(201);
});

/** Every page after the first waits until it is released; `release` resolves when those are answered. */
async function holdFurtherPages(page: Page) {
  let asked = 0;
  let held = Promise.withResolvers<void>();
  let waiting: Promise<unknown>[] = [];
  await page.route('**/graphql', async (route) => {
    const { operationName, variables } = route.request().postDataJSON();
    if (operationName === 'AuditTrail' && variables.after !== null) {
      asked += 1;
      const answered = route.request().response();
      waiting.push(answered.then((answer) => answer?.finished()));
      await held.promise;
    }
    await route.fallback();
  });
  const release = async () => {
    held.resolve();
    await Promise.all(waiting);
    held = Promise.withResolvers();
    waiting = [];
  };
  return { asked: () => asked, release };
}

/** A trail of so many entries, asked for page by page; what is returned adds some at its head. */
async function playGrowingTrail(page: Page, length: number) {
  let newest = length;
  await page.route('**/graphql', async (route) => {
    const { operationName, variables } = route.request().postDataJSON();
    if (operationName !== 'AuditTrail') return await route.fallback();
    const answer = await route.fetch({
      postData: { ...route.request().postDataJSON(), variables: { ...variables, after: null } },
    });
    const json = await answer.json();
    const [one] = json.data.auditTrail.entries;
    const from = variables.after === null ? newest : Number(variables.after) - 1;
    const entries = Array.from({ length: Math.min(variables.first, from) }, (_, at) => ({
      ...one,
      id: `0197a000-0000-7000-8000-${String(from - at).padStart(12, '0')}`,
    }));
    const last = from - entries.length + 1;
    json.data.auditTrail = { ...json.data.auditTrail, entries, endCursor: last > 1 ? String(last) : null };
    await route.fulfill({ response: answer, json });
  });
  return (many: number) => {
    newest += many;
  };
}
