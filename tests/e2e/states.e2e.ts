import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { ready } from '../support/pages/home-page.ts';
import { expect, test } from './support/fixtures.ts';
import { states } from './support/states/states.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What a theme can break: the page is otherwise the same. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * Every state of every screen: no accessibility violation in light or dark, no sideways scrolling at the project's width
 * and at 320 px, one heading, and a picture for review in `screenshots/`.
 */
for (const state of states) {
  test(`state ${state.name}`, async ({ page, api, expire, texts, people, enterAs, publishTxt, guard }, info) => {
    guard.allow(/ERR_FAILED|status of 50/);
    await state.enter({ page, api, expire, texts, people, enterAs, publishTxt, guard });
    await ready(page);
    const picture = (look: string) => ({
      path: `${import.meta.dirname}/screenshots/${look}-${state.name}.png`,
      fullPage: state.isModal !== true,
    });
    await page.screenshot(picture(info.project.name));
    await expect(page.locator('h1')).toHaveCount(1);
    await expectNoViolations(page, state.name, (axe) => axe.withTags(rules));
    await expectNoSidewaysScroll(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectNoViolations(page, `${state.name}, dark`, (axe) => axe.withRules(colourRules));
    if (info.project.name === 'desktop') {
      await page.screenshot(picture('desktop-dark'));
      return;
    }
    await page.setViewportSize({ width: 320, height: 600 });
    await expectNoSidewaysScroll(page);
  });
}

/** Waits for running transitions first: a colour halfway between two themes has a contrast that nobody will see. */
async function expectNoViolations(page: Page, what: string, choose: (axe: AxeBuilder) => AxeBuilder): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map((animation) => animation.finished));
  });
  const { violations } = await choose(new AxeBuilder({ page })).setLegacyMode().analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => ({ id, target, failureSummary })),
  );
  expect(found, what).toEqual([]);
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { content, view } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    view: document.documentElement.clientWidth,
  }));
  expect(content, 'width of the content').toBeLessThanOrEqual(view);
}
