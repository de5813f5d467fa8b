import type { AxeBuilder } from '@axe-core/playwright';
import { flatten, readCatalog } from '@onceover/schema/languages/catalogs';
import type { Page } from '@playwright/test';
import { ready } from '../support/pages/home-page.ts';
import type { Texts } from '../support/texts.ts';
import { axeOn } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { englishLeftovers, layoutFaults } from './support/layout-faults.ts';
import { states } from './support/states/states.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What a theme can break: the page is otherwise the same. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Texts of English that have at least two words, without the names of plans. */
const english = new Set([...readCatalog('en').values()].filter((text) => /\p{Ll}{3}.* .*\p{Ll}{3}/u.test(text)));
for (const name of ['Global Elite', 'Identity Plus']) english.delete(name);

/** Those of them that are not the same in another language by chance. */
function foreignTo(texts: Texts): ReadonlySet<string> {
  const own = new Set(Object.entries(texts).flatMap(([bundle, group]) => [...flatten(group, bundle).values()]));
  return english.difference(own);
}

/**
 * Every state of every screen: no accessibility violation in light or dark, nothing cut, on each other or pushed sideways at the
 * project's width and at 320 px, no English in another language, one heading, and a picture in `screenshots/` where somebody may look
 * at it. Colours are the same in every language, so one project looks at them, the slowest part by far.
 */
for (const state of states) {
  test(`state ${state.name}`, async ({ stage, page, texts, uiLocale, guard }, info) => {
    guard.allow(/ERR_FAILED|status of 50/);
    await state.enter(stage);
    await ready(page);
    const takePicture = async (look: string) => {
      if (process.env.CI !== undefined) return;
      const file = `${import.meta.dirname}/screenshots/${look}-${state.name}.png`;
      await page.screenshot({ path: file, fullPage: state.isModal !== true });
    };
    await takePicture(info.project.name);
    await expect(page.locator('h1')).toHaveCount(1);
    const hasColours = info.project.name === 'desktop';
    await expectNoViolations(page, state.name, (axe) =>
      axe.withTags(rules).disableRules(hasColours ? [] : colourRules),
    );
    await expectSound(page);
    if (uiLocale !== 'en') expect(await englishLeftovers(page, foreignTo(texts)), 'texts in English').toEqual([]);
    if (hasColours) {
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.waitForFunction(() => matchMedia('(prefers-color-scheme: dark)').matches);
      await expectNoViolations(page, `${state.name}, dark`, (axe) => axe.withRules(colourRules));
      await takePicture('desktop-dark');
      return;
    }
    await page.setViewportSize({ width: 320, height: 600 });
    await expectSound(page);
    await takePicture(`${info.project.name}-320`);
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
  const { violations } = await choose(await axeOn(page)).analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => ({ id, target, failureSummary })),
  );
  expect(found, what).toEqual([]);
}

/** What is drawn anew for another width, such as a chart with its tooltip, has its place a moment later. */
async function expectSound(page: Page): Promise<void> {
  await expect(async () => {
    const { content, view } = await page.evaluate(() => ({
      content: document.documentElement.scrollWidth,
      view: document.documentElement.clientWidth,
    }));
    expect(content, 'width of the content').toBeLessThanOrEqual(view);
    expect(await layoutFaults(page)).toEqual([]);
  }).toPass({ timeout: 5_000 });
}
