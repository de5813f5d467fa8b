import type { AxeBuilder } from '@axe-core/playwright';
import { axeOn } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';

const pages = [
  ['/docs', 'Documentation'],
  ['/docs/api', 'API'],
  ['/docs/events', 'Events'],
  ['/docs/graph', 'Graph'],
] as const;

for (const [path, heading] of pages) {
  test(`${path} is there without the app, accessible in light and dark, and fits a small screen`, async ({ page }) => {
    // A page with every field of the API is long, and each of its elements is looked at.
    test.setTimeout(120_000);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    expect(await violationsIn(await axeOn(page))).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await violationsIn((await axeOn(page)).withRules('color-contrast'))).toEqual([]);
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wider).toBeLessThanOrEqual(0);
  });
}

async function violationsIn(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

test('somebody finds a row by its group, and the document for programs', async ({ page, baseURL }) => {
  await page.goto('/docs/api');
  await page.getByRole('link', { name: 'Custom domains' }).click();
  await expect(page.getByRole('heading', { name: 'Custom domains', exact: true })).toBeInViewport();
  const address = await page.getByRole('link', { name: 'OpenAPI 3.1' }).getAttribute('href');
  expect(await (await fetch(`${baseURL}${address}`)).json()).toMatchObject({ openapi: '3.1.1' });
});
