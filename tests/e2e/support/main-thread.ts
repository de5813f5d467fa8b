import type { Browser } from '@playwright/test';

/** What the start of a page asks of its main thread, in milliseconds of processor time. */
export interface MainThreadCost {
  /** Each task, in order. */
  readonly tasks: readonly number[];
  /** Reading, compiling and running scripts. */
  readonly script: number;
  readonly styleAndLayout: number;
  /** The longest evaluation of a module with all that it imports. */
  readonly longestEvaluation: number;
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
  const context = await browser.newContext({ javaScriptEnabled: hasScript, viewport: { width: 412, height: 823 } });
  try {
    const page = await context.newPage();
    await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', 'v8'] });
    await page.goto(url);
    if (hasScript) await page.locator('html[data-app-ready]').waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
    return addUp(JSON.parse((await browser.stopTracing()).toString()).traceEvents, url);
  } finally {
    await context.close();
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

const evaluation = 'v8.evaluateModule';
const scripts = new Set([
  'EvaluateScript',
  'v8.compile',
  'v8.compileModule',
  evaluation,
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
    longestEvaluation: Math.max(0, ...millisecondsOf(own.filter(({ name }) => name === evaluation))),
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
