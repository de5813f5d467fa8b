import type { Page } from '@playwright/test';

/** Counts of ten millions and more, as the graph would tell of them. */
export async function playLargeCounts(page: Page): Promise<void> {
  await page.route('**/graphql', async (route) => {
    if (!/ColonelOverview|AuditHistogram/.test(route.request().postDataJSON().operationName)) {
      return await route.continue();
    }
    // Who goes to another page lets go of what this one asked.
    const answer = await route.fetch().catch(() => undefined);
    if (answer === undefined) return await route.abort();
    const json = await answer.json();
    const overview = json.data?.colonelOverview;
    if (overview !== undefined) {
      for (const [place, step] of overview.steps.entries()) {
        const counts = { created: 10_000_000 - 7_919 * place, opened: 9_876_543, burned: 12_345, expired: 10_000 };
        Object.assign(step, counts, { emailsSent: 54_321_000 + place, emailsFailed: place });
      }
      overview.openedWithin = [10_000_000, 4_321_000, 65_432, 12_000, 10_000, 7];
    }
    const histogram = json.data?.auditHistogram;
    for (const count of histogram?.counts ?? []) Object.assign(count, { all: 10_000_000, unowned: 0, failed: 12_345 });
    await route.fulfill({ response: answer, json });
  });
}

/**
 * Texts of the charts that are cut off or on another text of the same chart, as sentences; and how many texts were looked at.
 */
export function chartFaults(page: Page): Promise<{ readonly looked: number; readonly faults: readonly string[] }> {
  return page.evaluate(() => {
    const faults: string[] = [];
    let looked = 0;
    for (const picture of document.querySelectorAll('svg.recharts-surface')) {
      const frame = picture.getBoundingClientRect();
      const texts = [...picture.querySelectorAll('text')].map((text) => ({
        what: text.textContent ?? '',
        box: text.getBoundingClientRect(),
      }));
      looked += texts.length;
      for (const [place, { what, box }] of texts.entries()) {
        if (
          box.left < frame.left - 1 ||
          box.right > frame.right + 1 ||
          box.top < frame.top - 1 ||
          box.bottom > frame.bottom + 1
        )
          faults.push(`${what} is cut off`);
        for (const { what: other, box: next } of texts.slice(place + 1)) {
          const width = Math.min(box.right, next.right) - Math.max(box.left, next.left);
          const height = Math.min(box.bottom, next.bottom) - Math.max(box.top, next.top);
          // Boxes of lines are higher than their letters.
          if (width > 1 && height > 5) faults.push(`${what} is on ${other}`);
        }
      }
    }
    return { looked, faults };
  });
}
