import type { Page } from '@playwright/test';

/**
 * Waits until nothing moves any more: a colour halfway between two themes has a contrast that nobody will see. What ends may begin
 * something else, such as the same transition of a colour in what inherits it, so it is looked at again, until a frame shows nothing.
 */
export async function stillPage(page: Page, scheme: 'light' | 'dark' = 'light'): Promise<void> {
  await page.evaluate(async (wanted) => {
    const painted = () => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)));
    const moving = () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) => effect?.getComputedTiming().endTime !== Infinity && playState !== 'finished',
        );
    do {
      await Promise.allSettled(moving().map(({ finished }) => finished));
      await painted();
    } while (moving().length > 0 || !matchMedia(`(prefers-color-scheme: ${wanted})`).matches);
  }, scheme);
}
