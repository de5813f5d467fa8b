import type { Page } from '@playwright/test';
import { ready } from '../support/pages/home-page.ts';
import { readTexts } from '../support/texts.ts';
import { expect, test } from './support/fixtures.ts';
import { Keyboard } from './support/keyboard.ts';
import { playLimits } from './support/played-limits.ts';
import { chartFaults, playLargeCounts } from './support/played-overview.ts';

const answerIn = (page: Page, name: string) => page.locator(`[data-answer=${name}]`);
const names = ['health', 'email', 'abuse', 'change'] as const;

for (const [device, viewport] of Object.entries({
  desktop: { width: 1280, height: 800 },
  phone: { width: 360, height: 740 },
})) {
  test.describe(`on a ${device}`, () => {
    test.use({ viewport });

    test('the first screen answers four questions in sentences with a sign', async ({
      people,
      enterAs,
      page,
      api,
      texts,
    }) => {
      const { answers, limits } = texts.colonel;
      await api.conceal('tea at 5?');
      await enterAs(await people.colonel({ secondFactor: true }));
      await page.goto('/colonel');
      await ready(page);
      for (const name of names) {
        const region = page.getByRole('region', { name: answers.questions[name], exact: true });
        await expect(region).not.toContainText(answers.asking);
        await expect(region.locator('svg')).toBeVisible();
        await expect(region).toBeInViewport({ ratio: 1 });
      }
      await expect(answerIn(page, 'health')).toHaveAttribute('data-sign', /good|wait/);
      // The system of these tests has no limits, which is never told as quiet.
      await expect(answerIn(page, 'abuse')).toHaveAttribute('data-sign', 'wait');
      await expect(answerIn(page, 'abuse')).toContainText(limits.off);
      await expect(answerIn(page, 'change')).toContainText(/\d/);
    });
  });
}

test('each answer leads to its page, by keyboard too', async ({ people, enterAs, page, texts }) => {
  await enterAs(await people.colonel({ secondFactor: true }));
  const { sections } = texts.colonel.frame;
  const ways = {
    health: [sections.system, '/colonel/system'],
    email: [sections.system, '/colonel/system'],
    abuse: [sections.limits, '/colonel/limits'],
    change: [sections.audit, '/colonel/audit'],
  } as const;
  const linkOf = (name: keyof typeof ways) =>
    answerIn(page, name).getByRole('link', { name: ways[name][0], exact: true });
  await playLimits(page);
  await page.goto('/colonel');
  await ready(page);
  await expect(answerIn(page, 'abuse')).not.toContainText(texts.colonel.answers.asking);
  const keys = new Keyboard(page, texts);
  await keys.enter();
  await keys.tabTo(linkOf('health'));
  await keys.tabThrough([linkOf('email'), linkOf('abuse'), linkOf('change')]);
  for (const name of names) {
    await page.goto('/colonel');
    await ready(page);
    await linkOf(name).press('Enter');
    await expect(page).toHaveURL(ways[name][1]);
  }
});

test('what goes wrong is told, with the worst sign', async ({ people, enterAs, page, texts }) => {
  await enterAs(await people.colonel({ secondFactor: true }));
  await page.route('**/graphql', async (route) => {
    const answer = await route.fetch();
    const { data } = await answer.json();
    const [secrets] = data?.systemHealth?.services ?? [];
    if (secrets !== undefined) Object.assign(secrets, { isReachable: false, consumers: null, deadLetters: null });
    if (data?.colonelOverview !== undefined) {
      for (const hour of data.colonelOverview.hours) Object.assign(hour, { emailsSent: 1, emailsFailed: 2 });
    }
    if (data?.auditHistogram !== undefined) {
      data.auditHistogram.counts = [{ __typename: 'AuditCount', at: 1_790_000_000, all: 11, failed: 11 }];
    }
    await route.fulfill({ response: answer, json: { data } });
  });
  await page.goto('/colonel');
  await ready(page);
  const { answers } = texts.colonel;
  await expect(answerIn(page, 'health')).toHaveAttribute('data-sign', 'bad');
  await expect(answerIn(page, 'health')).toContainText(answers.down.replace('{{services}}', 'secrets'));
  await expect(answerIn(page, 'email')).toHaveAttribute('data-sign', 'bad');
  await expect(answerIn(page, 'email')).toContainText(
    answers.emails.replace('{{sent}}', '24').replace('{{failed}}', '48'),
  );
  await expect(answerIn(page, 'abuse')).toHaveAttribute('data-sign', 'bad');
  await expect(answerIn(page, 'abuse').getByRole('link')).toHaveAttribute('href', /action=security\.sign_in_failed/);
  await answerIn(page, 'abuse').getByRole('link').click();
  await expect(page).toHaveURL(/\/colonel\/audit\?range=1h&action=/);
});

test('an answer is not known while its service is asked, and when it does not answer', async ({
  people,
  enterAs,
  page,
  texts,
  guard,
}) => {
  guard.allow(/status of 503/);
  await enterAs(await people.colonel({ secondFactor: true }));
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const asked = /SystemHealth|ColonelOverview|RequestLimits|AuditHistogram/;
  await page.route('**/graphql', async (route) => {
    const { operationName } = route.request().postDataJSON();
    if (!asked.test(operationName)) return await route.continue();
    await held;
    await route.fulfill({ status: 503, json: { errors: [] } });
  });
  await page.goto('/colonel');
  await ready(page);
  const { answers } = texts.colonel;
  for (const name of names) await expect(answerIn(page, name)).toContainText(answers.asking);
  letGo();
  for (const name of names) {
    await expect(answerIn(page, name)).toContainText(answers.silent);
    await expect(answerIn(page, name)).toHaveAttribute('data-sign', 'unknown');
  }
});

test('the hours that are counted stand still while nobody sees the page', async ({ people, enterAs, page }) => {
  await enterAs(await people.colonel({ secondFactor: true }));
  await page.clock.install();
  const asked: number[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/graphql')) return;
    const { operationName, variables } = request.postDataJSON();
    if (operationName === 'AuditHistogram') asked.push(variables.from);
  });
  await page.goto('/colonel');
  await ready(page);
  const seen = async (state: DocumentVisibilityState) =>
    await page.evaluate((visibilityState) => {
      Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  await seen('hidden');
  const before = asked.length;
  for (let minute = 0; minute < 3; minute += 1) await page.clock.runFor(60_000);
  await seen('visible');
  // Of the hidden minutes none was asked for.
  await expect.poll(() => asked.length).toBe(before + 1);
  expect((asked.at(-1) ?? 0) - (asked[0] ?? 0)).toBeGreaterThanOrEqual(180);
});

test('every page of the administration stands between the edges of the header', async ({ people, enterAs, page }) => {
  test.setTimeout(90_000);
  await enterAs(await people.colonel({ secondFactor: true }));
  const pages = ['', '/secrets', '/customers', '/domains', '/audit', '/feedback', '/limits', '/webhooks', '/system'];
  for (const path of pages) {
    await page.goto(`/colonel${path}`);
    await ready(page);
    for (const width of [360, 700, 1024, 1100, 1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      const edges = await page.evaluate(() =>
        ['header > div', '.colonel-frame', 'footer > div'].map((selector) => {
          const element = document.querySelector(selector);
          if (element === null) throw new Error(`no ${selector}`);
          const { left, right } = element.getBoundingClientRect();
          const { paddingLeft, paddingRight } = getComputedStyle(element);
          return [left + Number.parseFloat(paddingLeft), right - Number.parseFloat(paddingRight)].map(Math.round);
        }),
      );
      expect(new Set(edges.map(String)).size, `${path} at ${width}: ${edges.join(' | ')}`).toBe(1);
    }
  }
});

/** Right to left, square letters, and the languages with the longest words for millions; all 25 are measured in `room.test.ts`. */
const widest = ['en', 'de', 'ar', 'he', 'cn', 'ru', 'bg', 'el_GR'] as const;

test('numbers of ten millions and names of lines are whole in every chart', async ({
  people,
  enterAs,
  page,
  context,
}) => {
  test.setTimeout(120_000);
  await playLargeCounts(page);
  await enterAs(await people.colonel({ secondFactor: true }));
  const found: string[] = [];
  for (const code of widest) {
    await context.addCookies([{ name: 'locale', value: code, url: process.env.E2E_URL ?? '' }]);
    await page.goto('/colonel');
    await ready(page);
    await page.getByRole('heading', { name: readTexts(code).colonel.emails.title, exact: true }).waitFor();
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(page.locator('svg.recharts-surface')).toHaveCount(3);
      await expect.poll(async () => (await chartFaults(page)).looked, { message: code }).toBeGreaterThan(12);
      const { faults } = await chartFaults(page);
      found.push(...faults.map((fault) => `${code} at ${width}: ${fault}`));
    }
  }
  expect(found).toEqual([]);
});

test('the trail has short numbers too; the table and the tooltip have exact ones', async ({
  people,
  enterAs,
  page,
  texts,
}) => {
  const { audit, chart } = texts.colonel;
  await playLargeCounts(page);
  await enterAs(await people.colonel({ secondFactor: true }));
  await page.goto('/colonel/audit?range=1h');
  await ready(page);
  const section = page.getByRole('region', { name: audit.chart.title, exact: true });
  await expect(section.getByText('10M', { exact: true })).toBeVisible();
  expect(await chartFaults(page)).toMatchObject({ faults: [] });
  await section.getByRole('button', { name: chart.asTable }).press('Enter');
  await expect(section.getByRole('cell', { name: '10,000,000', exact: true }).first()).toBeVisible();
});
