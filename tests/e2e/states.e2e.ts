import type { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { ready } from '../support/pages/home-page.ts';
import { readTexts, type UiLocale } from '../support/texts.ts';
import { axeOn } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { layoutFaults } from './support/layout-faults.ts';
import { leftovers } from './support/leftovers.ts';
import { speak, speakNext } from './support/speak.ts';
import type { ScreenState, Stage } from './support/states/stage.ts';
import { states } from './support/states/states.ts';
import { stillPage } from './support/still-page.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What a theme can break: the page is otherwise the same. */
const colourRules = ['color-contrast', 'link-in-text-block'];
const narrow = { width: 320, height: 600 };

/**
 * Every state of every screen: no accessibility violation in light or dark, nothing cut, on each other or pushed sideways at the
 * project's width and at 320 px, no text of another language, one heading, and a picture in `screenshots/` where somebody may look
 * at it. A state is entered in the project's language, and shown as it stands in those that the project adds: what is entered costs
 * most. Colours are the same in every language, so English is looked at for them.
 */
for (const state of states) {
  test(`state ${state.name}`, async ({ stage, page, uiLocale, alsoIn, guard }) => {
    guard.allow(/ERR_FAILED|status of 50/);
    await state.enter(stage);
    await ready(page);
    const languages = [uiLocale, ...alsoIn];
    for (const code of languages) {
      if (code !== uiLocale) await turnTo(code, state, stage);
      const look = lookOf(page, code);
      await takePicture(page, look, state);
      await expect(page.locator('h1'), `${look}: headings`).toHaveCount(1);
      const hasColours = code === 'en';
      await stillPage(page);
      await expectNoViolations(page, look, (axe) => axe.withTags(rules).disableRules(hasColours ? [] : colourRules));
      await expectSound(page, look);
      expect(await leftovers(page, { own: code, languages }), `${look}: other languages`).toEqual([]);
      await guard.check(page.context());
      if (hasColours) await lookAtDark(page, state);
    }
    // The last one is shown already.
    for (const code of languages.toReversed().filter((one) => one !== 'en')) {
      if (code !== languages.at(-1)) await turnTo(code, state, stage);
      await page.setViewportSize(narrow);
      const look = lookOf(page, code);
      await expectSound(page, look);
      await takePicture(page, look, state);
    }
  });
}

async function turnTo(code: UiLocale, state: ScreenState, stage: Stage): Promise<void> {
  if (state.isToldOnce !== true) return await speak(stage.page, code);
  await speakNext(stage.page, code);
  await state.enter({ ...stage, texts: readTexts(code) });
  await ready(stage.page);
}

const lookOf = (page: Page, code: UiLocale): string => `${code}-${page.viewportSize()?.width}`;

async function takePicture(page: Page, look: string, { name, isModal }: ScreenState): Promise<void> {
  if (process.env.CI !== undefined) return;
  await page.screenshot({ path: `${import.meta.dirname}/screenshots/${look}-${name}.png`, fullPage: isModal !== true });
}

async function lookAtDark(page: Page, state: ScreenState): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await stillPage(page, 'dark');
  await expectNoViolations(page, `${state.name}, dark`, (axe) => axe.withRules(colourRules));
  await takePicture(page, 'en-dark', state);
  await page.emulateMedia({ colorScheme: 'light' });
}

async function expectNoViolations(page: Page, what: string, choose: (axe: AxeBuilder) => AxeBuilder): Promise<void> {
  const { violations } = await choose(await axeOn(page)).analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => ({ id, target, failureSummary })),
  );
  expect(found, what).toEqual([]);
}

/** What is drawn anew for another width, such as a chart with its tooltip, has its place a moment later. */
async function expectSound(page: Page, what: string): Promise<void> {
  await expect(async () => {
    const { content, view } = await page.evaluate(() => ({
      content: document.documentElement.scrollWidth,
      view: document.documentElement.clientWidth,
    }));
    expect(content, `${what}: width of the content`).toBeLessThanOrEqual(view);
    expect(await layoutFaults(page), what).toEqual([]);
  }).toPass({ timeout: 5_000 });
}
