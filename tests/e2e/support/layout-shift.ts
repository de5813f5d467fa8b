import { type Page, test } from '@playwright/test';

declare global {
  interface Window {
    layoutShifts?: { value: number; at: number; what: string[] }[];
    /** Something was seen that said it is loading. */
    wasLoading?: boolean;
  }
}

/** The annotation whose figures the summary prints. */
export const layoutShiftAnnotation = 'layout shift';

/** How much a page may jump while it loads. */
export const allowedLayoutShift = 0.02;

export interface MeasuredPage {
  /** What the summary calls it. */
  readonly name: string;
  readonly path: string;
  /** Ends when the last thing that loads is there. */
  readonly complete: () => Promise<unknown>;
  /** Nothing says that it is loading: the static page stands there until all is. */
  readonly isWhole?: boolean;
}

/** Slow enough that every loading state is painted: 400 ms to the first byte, 1.6 Mbit/s. */
const slowNetwork = { offline: false, latency: 400, downloadThroughput: 200_000, uploadThroughput: 100_000 };

/**
 * Opens a page without a cache on a slow network and adds up how much its layout shifted until it was complete: 0 is
 * still, 1 is everything moved by the whole window. The figure becomes an annotation, which the summary prints; the
 * elements that moved go with it. The page must have been seen while it loads.
 */
export async function measureLayoutShift(
  page: Page,
  { name, path, complete, isWhole = false }: MeasuredPage,
): Promise<{ total: number; moved: string }> {
  await page.addInitScript(recordLayoutShifts);
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.setCacheDisabled', { cacheDisabled: true });
  await network.send('Network.emulateNetworkConditions', slowNetwork);
  await page.goto(path);
  await complete();
  // What settles after the last answer counts too.
  await page.waitForTimeout(500);
  if (!isWhole && !(await page.evaluate(() => window.wasLoading)))
    throw new Error(`${path} was never seen while it loads`);
  const shifts = await page.evaluate(() => window.layoutShifts ?? []);
  const total = shifts.reduce((sum, { value }) => sum + value, 0);
  test.info().annotations.push({ type: layoutShiftAnnotation, description: `${name} ${total.toFixed(3)}` });
  const moved = shifts.map(({ value, at, what }) => `${value.toFixed(3)} at ${at} ms: ${what.join(' | ')}`).join('\n');
  return { total, moved };
}

function recordLayoutShifts(): void {
  const shifts: NonNullable<Window['layoutShifts']> = [];
  window.layoutShifts = shifts;
  new MutationObserver(() => {
    if (document.querySelector('[aria-busy="true"]') !== null) window.wasLoading = true;
  }).observe(document, { childList: true, subtree: true });
  const nameOf = (node: Node | null) =>
    node instanceof Element
      ? `${node.localName}.${node.className} “${node.textContent?.slice(0, 30)}”`
      : node?.nodeName;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as LayoutShift[]) {
      if (entry.hadRecentInput) continue;
      const what = entry.sources.map(({ node, previousRect, currentRect }) => {
        return `${nameOf(node)} from ${Math.round(previousRect.top)} to ${Math.round(currentRect.top)}`;
      });
      shifts.push({ value: entry.value, at: Math.round(entry.startTime), what });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Chromium's entry, which TypeScript's DOM does not know. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}
