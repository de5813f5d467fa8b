import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const { resolve } = createRequire(import.meta.resolve('@axe-core/playwright'));
const source = readFileSync(resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Looks at a page as it is now. The page is given axe once, and the builder nothing to give it: it would read one and a half
 * megabytes twice for each look, which takes longer than the look.
 */
export async function axeOn(page: Page): Promise<AxeBuilder> {
  for (const frame of page.frames()) {
    if (await frame.evaluate(() => !('axe' in window))) await frame.evaluate(source);
  }
  // Besides media, it would fetch every style sheet for a rule that is an experiment, and not asked.
  return new AxeBuilder({ page, axeSource: 'void 0' })
    .options({ resultTypes: ['violations'], preload: { assets: ['media'] } })
    .setLegacyMode();
}
