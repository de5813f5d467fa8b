import type { Page } from '@playwright/test';
import { ready } from '../support/pages/home-page.ts';
import { expect, test } from './support/fixtures.ts';

const rows = (page: Page) => page.locator('[role=row][data-entry]');

interface Played {
  /** Of the blocks that the first and the second question are answered with. */
  readonly numbers: readonly [number, number];
  /** Which of them waits until it is released. */
  readonly held: 0 | 1;
}

/** Answers two look-ups, each with a place in another block; one of the answers comes late. */
async function playCover(page: Page, { numbers, held }: Played) {
  const asked: string[] = [];
  const late = Promise.withResolvers<void>();
  await page.route('**/graphql', async (route) => {
    const { operationName, variables } = route.request().postDataJSON();
    if (operationName !== 'AuditCover') return await route.fallback();
    const { reference } = variables;
    if (!asked.includes(reference)) asked.push(reference);
    const place = asked.indexOf(reference);
    if (place === held) await late.promise;
    const [log, at, hash] = ['secrets', '2026-01-01T00:00:00.000Z', 'e3b0c44298fc1c14'];
    const block = { __typename: 'AuditBlock', log, number: numbers[place], events: 3, at, hash };
    const auditCover = [{ __typename: 'AuditCover', log, position: reference, entry: null, block }];
    await route.fulfill({ json: { data: { auditCover } } });
  });
  return {
    async release() {
      const answer = page.waitForResponse(
        (response) => response.request().postDataJSON()?.variables?.reference === asked[held],
      );
      late.resolve();
      await (await answer).finished();
      // What it changes is drawn by then.
      await page.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(done), 100)));
    },
  };
}

test('an entry opened after another never shows the block of that', async ({ people, enterAs, page, api, texts }) => {
  const { panel, lookUp } = texts.colonel.audit;
  const { secretKey, secretShortKey } = await api.conceal('tea at twelve');
  await api.reveal(secretKey);
  await enterAs(await people.colonel({ secondFactor: true }));
  const cover = await playCover(page, { numbers: [41, 42], held: 1 });
  await page.goto(`/colonel/audit?target=${secretShortKey}&action=secret`);
  await ready(page);
  await expect(rows(page)).toHaveCount(2);
  const detail = page.getByRole('complementary', { name: panel.title });
  const block = (number: string) =>
    detail.getByText(new RegExp(lookUp.block.replace('{{number}}', number).replace(/\{\{\w+\}\}/g, '.+')));
  await rows(page).first().click();
  await expect(block('41')).toBeVisible();
  await rows(page).last().click();
  await expect(detail).toContainText('secret.created');
  await expect(block('41')).toHaveCount(0);
  await cover.release();
  await expect(block('42')).toBeVisible();
});

test('a look-up that is answered late does not take the place of the last one', async ({
  people,
  enterAs,
  page,
  texts,
}) => {
  const { lookUp } = texts.colonel.audit;
  await enterAs(await people.colonel({ secondFactor: true }));
  const cover = await playCover(page, { numbers: [51, 52], held: 0 });
  await page.goto('/colonel/audit');
  await ready(page);
  await page.getByRole('button', { name: lookUp.title }).click();
  const region = page.getByRole('region', { name: lookUp.title });
  for (const reference of ['first', 'second']) {
    await region.getByRole('textbox', { name: lookUp.reference }).fill(reference);
    await page.keyboard.press('Enter');
  }
  await expect(region.getByRole('status')).toContainText('52');
  await cover.release();
  await expect(region.getByRole('status')).toContainText('52');
  await expect(region.getByRole('status')).not.toContainText('51');
});

test('the time is changed without the list of actions, and the set actions stay', async ({
  people,
  enterAs,
  page,
  texts,
}) => {
  const { filters, ranges } = texts.colonel.audit;
  await enterAs(await people.colonel({ secondFactor: true }));
  const chooseRange = async (range: string) => {
    const form = page.getByRole('form', { name: filters.title });
    await form.getByRole('button', { name: filters.more }).click();
    await form.getByRole('combobox', { name: filters.range }).selectOption(range);
    await form.getByRole('button', { name: filters.apply }).click();
  };
  // The list has the first one, and the beginnings of names that it has.
  await page.goto('/colonel/audit?action=account&action=secret.c');
  await ready(page);
  await chooseRange(ranges['7d']);
  await expect(page).toHaveURL(/range=7d/);
  expect(new URL(page.url()).searchParams.getAll('action').toSorted()).toEqual(['account', 'secret.c']);
  await page.route('**/graphql', async (route) => {
    if (route.request().postDataJSON().operationName !== 'AuditChainStatus') return await route.fallback();
    const answer = await route.fetch();
    const json = await answer.json();
    json.data.auditActions = [];
    await route.fulfill({ response: answer, json });
  });
  await page.reload();
  await ready(page);
  await chooseRange(ranges['30d']);
  await expect(page).toHaveURL(/range=30d/);
  expect(new URL(page.url()).searchParams.getAll('action').toSorted()).toEqual(['account', 'secret.c']);
});
