import type { Observed } from '@onceover/schema/rest/secret';

/** What pressed the button, or answered the question. */
export type Gesture = Observed['gesture'];

/** How somebody opens the link: with a click, or in doubt by the held button or the question, with the proof of work. */
export interface Act extends Pick<Observed, 'gesture' | 'way' | 'heldMs'> {
  readonly proof?: string;
}

/** A pointer or key this long ago did not make the click that comes now. */
const sameAct = 2_000;
/** What programs that drive browsers leave in a page. */
const traces =
  /^(\$?cdc_|__(webdriver|selenium|driver|playwright|pw|puppeteer|nightmare)|_(selenium|phantom)|domAutomation)/i;

/** Since the mouse was pressed the last time. */
let moves = 0;
/** Those that led to its last press; who presses again where the mouse is came the same way. */
let led = 0;
let inputs = 0;
let pressed: { readonly by: Gesture; readonly at: number } = { by: 'virtual', at: 0 };
let readySince: number | null = null;

/** Begins to count, coarsely and in memory alone: how long the page was in front, and whether anything moved on it. */
export function startObserving(): void {
  const [painted] = performance.getEntriesByName('first-contentful-paint');
  const watchReady = (since: number) => {
    const isReady = document.visibilityState === 'visible' && document.hasFocus();
    readySince = isReady ? (readySince ?? since) : null;
  };
  // The shell of the page was there before its code.
  watchReady(painted?.startTime ?? performance.now());
  for (const type of ['visibilitychange', 'focus', 'blur'] as const) {
    window.addEventListener(type, () => watchReady(performance.now()), true);
  }
  for (const type of ['pointermove', 'pointerdown', 'pointerup', 'keydown', 'wheel'] as const) {
    window.addEventListener(type, note, { capture: true, passive: true });
  }
}

function note(event: Event): void {
  if (!event.isTrusted) return;
  const { type, pointerType } = event as PointerEvent;
  if (type === 'pointermove') moves += 1;
  else if (type !== 'pointerup' && pointerType !== 'mouse') inputs += 1;
  if (type === 'pointerdown') {
    led = moves || led;
    moves = 0;
  }
  if (!/down|up/.test(type)) return;
  const by = pointerType === 'touch' || pointerType === 'pen' ? pointerType : 'mouse';
  // Noted when it is let go, too: a slow hand does that long after it pressed.
  pressed = { by: type === 'keydown' ? 'key' : by, at: performance.now() };
}

/** What made the act that is handled now; assistive technology presses a button without pointer or key. */
export function gestureNow(): Gesture {
  return performance.now() - pressed.at < sameAct ? pressed.by : 'virtual';
}

/** What the server weighs, as JSON. */
export function observedOf({ gesture, way, heldMs }: Act): string {
  const ready = readySince === null ? 0 : performance.now() - readySince;
  return JSON.stringify({
    automated: isAutomated(),
    readyMs: coarse(ready),
    gesture,
    moves: Math.min(9, led),
    inputs: Math.min(9, inputs),
    // Not whether it is active now: that ends five seconds after the press, and slow hands let go later.
    active: navigator.userActivation?.hasBeenActive ?? null,
    way,
    heldMs: coarse(heldMs),
  } satisfies Observed);
}

/** Tenths of a second, at most ten seconds. */
function coarse(milliseconds: number): number {
  return Math.min(10_000, Math.floor(milliseconds / 100) * 100);
}

function isAutomated(): boolean {
  if (navigator.webdriver || /Headless/.test(navigator.userAgent)) return true;
  return [window, document].some((place) => Object.getOwnPropertyNames(place).some((name) => traces.test(name)));
}
