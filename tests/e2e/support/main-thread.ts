import type { Browser } from '@playwright/test';
import { openUnwatched, type UnwatchedPage } from './unwatched-page.ts';

/** What the start of a page asks of its main thread, in milliseconds of processor time. */
export interface MainThreadCost {
  /** Each task, in order. */
  readonly tasks: readonly number[];
  /** Reading, compiling and running scripts. */
  readonly script: number;
  readonly styleAndLayout: number;
}

interface Opened {
  readonly url: string;
  readonly hasScript?: boolean;
}

/**
 * Opens a page in a browser context that has seen nothing, and adds up its main thread until the network rests. Processor
 * time does not depend on what else the machine does.
 */
export async function measureMainThread(browser: Browser, { url, hasScript = true }: Opened): Promise<MainThreadCost> {
  await using page = await openUnwatched(browser, { hasScript, width: 412, height: 823 });
  await browser.startTracing(undefined, { categories: ['toplevel', 'devtools.timeline', 'v8'] });
  await page.goto(url);
  await rest(page, hasScript);
  return addUp(JSON.parse((await browser.stopTracing()).toString()).traceEvents, url);
}

/** Until the page is ready, and nothing new has been fetched for half a second. */
async function rest(page: UnwatchedPage, hasScript: boolean): Promise<void> {
  const isThere = hasScript ? `document.documentElement.dataset.appReady === ''` : `document.readyState === 'complete'`;
  const deadline = Date.now() + 20_000;
  let seen: unknown;
  for (let still = 0; still < 5; ) {
    if (Date.now() > deadline) throw new Error('the page was not ready within 20 seconds');
    await new Promise((resolve) => setTimeout(resolve, 100));
    const fetched = await page.evaluate(`${isThere} && performance.getEntriesByType('resource').length`);
    still = fetched !== false && fetched === seen ? still + 1 : 0;
    seen = fetched;
  }
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Start and length in microseconds; `tdur` is processor time. */
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly beginData?: { readonly url?: string } };
}

const scripts = new Set([
  'EvaluateScript',
  'v8.compile',
  'v8.compileModule',
  'v8.evaluateModule',
  'FunctionCall',
  'RunMicrotasks',
]);
const styles = new Set(['UpdateLayoutTree', 'Layout', 'PrePaint', 'Paint', 'Layerize', 'Commit']);

function addUp(events: readonly TraceEvent[], url: string): MainThreadCost {
  // The browser has other pages, such as the one it keeps ready for the next tab.
  const parsed = events.find(({ name, args }) => name === 'ParseHTML' && args?.beginData?.url === url);
  if (parsed === undefined) throw new Error('the trace does not have the page');
  const own = events
    .filter(({ pid, tid, tdur }) => pid === parsed.pid && tid === parsed.tid && tdur !== undefined)
    .toSorted((one, other) => one.ts - other.ts);
  const millisecondsOf = (wanted: readonly TraceEvent[]) => wanted.map(({ tdur = 0 }) => tdur / 1000);
  const outer = withoutInner(own.filter(({ name }) => scripts.has(name) || styles.has(name)));
  return {
    tasks: millisecondsOf(own.filter(({ name }) => name === 'ThreadControllerImpl::RunTask')),
    script: sum(millisecondsOf(outer.filter(({ name }) => scripts.has(name)))),
    styleAndLayout: sum(millisecondsOf(outer.filter(({ name }) => styles.has(name)))),
  };
}

/** Script within script, or a layout that a script asked for, is counted once. */
function withoutInner(events: readonly TraceEvent[]): readonly TraceEvent[] {
  let end = 0;
  return events.filter(({ ts, dur = 0 }) => {
    if (ts < end) return false;
    end = ts + dur;
    return true;
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
