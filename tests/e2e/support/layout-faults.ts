import type { Page } from '@playwright/test';

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A text or a control as it is seen. */
interface Piece {
  readonly what: string;
  /** Of the element that holds it, among all of its kind. */
  readonly of: number;
  readonly boxes: readonly Box[];
  /** What it is cut at: the boxes of elements around it that hide what is too much. Empty where it can be scrolled. */
  readonly frames: readonly Box[];
  readonly isControl: boolean;
  /** In a bar that stays where it is in the window. */
  readonly isFixed: boolean;
  /** Numbers of the controls that may lie on this one: within it, or in the end of its field. */
  readonly mayHold: readonly number[];
}

/**
 * What a person would see as broken, as sentences: text that is cut off or lies outside of the window, and texts and controls that
 * lie on each other. What scrolls by itself may be wider than its box.
 */
export async function layoutFaults(page: Page): Promise<string[]> {
  const pieces = await shownPieces(page);
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  const texts = pieces.filter(({ isControl }) => !isControl);
  const controls = pieces.filter(({ isControl }) => isControl);
  const broken = (await brokenWords(page)).map((word) => `"${word}" is broken within a word`);
  const covered = pieces.some(({ isFixed }) => isFixed) ? await coveredForGood(page, height / 2) : [];
  const others = [...piled(texts), ...piled(controls), ...covered, ...broken];
  return [...new Set([...texts.flatMap((text) => lost(text, width)), ...others])];
}

const shownPieces = async (page: Page): Promise<Piece[]> => [
  ...(await shownTexts(page)),
  ...(await shownControls(page)),
];

/** What a bar at an edge of the window still covers when the page is scrolled as far away from that edge as it goes. */
async function coveredForGood(page: Page, middle: number): Promise<string[]> {
  const before = await page.evaluate(() => scrollY);
  const found: string[] = [];
  for (const edge of ['top', 'bottom'] as const) {
    await page.evaluate((to) => scrollTo(0, to === 'top' ? 0 : document.body.scrollHeight), edge);
    const pieces = await shownPieces(page);
    const isHere = ({ isFixed, boxes }: Piece) =>
      isFixed && boxes.some(({ top }) => (edge === 'top' ? top < middle : top >= middle));
    for (const bar of pieces.filter(isHere))
      for (const { what, boxes, isFixed } of pieces)
        if (!isFixed && boxes.some((box) => bar.boxes.some((above) => isOn(above, box, bar.isControl))))
          found.push(`"${bar.what}" covers "${what}" for good`);
  }
  await page.evaluate((to) => scrollTo(0, to), before);
  return found;
}

/** Words of the interface that begin on one line and end on the next. Addresses, keys and what people wrote may. */
function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement;
      if (
        element === null ||
        element.closest('bdi, code, time, [dir], option, script, style, noscript, svg')?.matches('html') === false
      )
        continue;
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[\p{L}\p{M}]{4,}/gu)) {
        if (/\p{Script=Han}/u.test(word)) continue;
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set(
          [...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top)),
        );
        if (lines.size > 1) found.push(word);
      }
    }
    return found;
  });
}

function lost({ what, boxes, frames }: Piece, width: number): string[] {
  return boxes.flatMap((box) => {
    const third = (box.bottom - box.top) / 3;
    const isCut = frames.some(
      (frame) =>
        box.left < frame.left - 1.5 ||
        box.right > frame.right + 1.5 ||
        box.top < frame.top - third ||
        box.bottom > frame.bottom + third,
    );
    const isOutside = box.left < -1.5 || box.right > width + 1.5;
    return isOutside ? [`"${what}" lies outside of the window`] : isCut ? [`"${what}" is cut off`] : [];
  });
}

function piled(pieces: readonly Piece[]): string[] {
  return pieces.flatMap((one, place) =>
    pieces
      .slice(place + 1)
      // What a bar at the edge of the window covers is scrolled from under it.
      .filter((other) => one.isFixed === other.isFixed)
      .filter((other) => one.of !== other.of && !one.mayHold.includes(other.of) && !other.mayHold.includes(one.of))
      .filter((other) => one.boxes.some((box) => other.boxes.some((next) => isOn(box, next, one.isControl))))
      .map((other) => `"${one.what}" lies on "${other.what}"`),
  );
}

/** Lines of a text may touch each other by the tips of their letters. */
function isOn(one: Box, other: Box, isControl: boolean): boolean {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  const allowed = isControl ? 3 : Math.min(one.bottom - one.top, other.bottom - other.top) * 0.45;
  return width > 3 && height > allowed;
}

function shownTexts(page: Page): Promise<Piece[]> {
  return page.evaluate(() => {
    const above = 'dialog[open], [aria-modal="true"], [role="menu"]';
    const stage = [...document.querySelectorAll(above)].at(-1) ?? document.body;
    const around = (element: Element | null): Element[] =>
      element === null || element === document.body ? [] : [element, ...around(element.parentElement)];
    const plain = ({ left, top, right, bottom }: DOMRect) => ({ left, top, right, bottom });
    const isUnseen = (one: Element) => {
      const { width, height } = one.getBoundingClientRect();
      return getComputedStyle(one).overflow !== 'visible' && width <= 1 && height <= 1;
    };
    const hides = (one: Element) => /hidden|clip/.test(getComputedStyle(one).overflow);
    // An address may end in an ellipsis: it is copied, not read.
    const isShortened = (one: Element) =>
      getComputedStyle(one).textOverflow === 'ellipsis' && one.matches('bdi, [dir="ltr"], [dir="ltr"] *');
    const scrolls = (one: Element) => /auto|scroll/.test(getComputedStyle(one).overflow);
    const isInFixed = (one: Element | null): boolean =>
      one !== null && (getComputedStyle(one).position === 'fixed' || isInFixed(one.parentElement));
    const elements: Element[] = [];
    const found: Piece[] = [];
    const walker = document.createTreeWalker(stage, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement;
      const what = node.textContent?.trim() ?? '';
      if (element === null || what === '' || element.closest('option, script, style, noscript, svg') !== null) continue;
      const outer = around(element);
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      if (outer.some(isUnseen) || outer.some(scrolls) || outer.some(isShortened)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0).map(plain);
      const frames = outer.filter(hides).map((one) => plain(one.getBoundingClientRect()));
      if (!elements.includes(element)) elements.push(element);
      found.push({
        what: what.slice(0, 60),
        of: elements.indexOf(element),
        boxes,
        frames,
        isControl: false,
        isFixed: isInFixed(element),
        mayHold: [],
      });
    }
    return found;
  });
}

function shownControls(page: Page): Promise<Piece[]> {
  return page.evaluate(() => {
    const above = 'dialog[open], [aria-modal="true"], [role="menu"]';
    const stage = [...document.querySelectorAll(above)].at(-1) ?? document.body;
    // What has been scrolled out of its box is not where it seems to be.
    const scrolls = (one: Element | null): boolean => {
      if (one === null || one === document.body) return false;
      return /auto|scroll/.test(getComputedStyle(one).overflow) || scrolls(one.parentElement);
    };
    const isInFixed = (one: Element | null): boolean =>
      one !== null && (getComputedStyle(one).position === 'fixed' || isInFixed(one.parentElement));
    const isSeen = (one: Element) =>
      one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && one.clientWidth !== 1;
    const controls = [
      ...stage.querySelectorAll('a[href], button, input:not([type="hidden"]), select, textarea'),
    ].filter((one) => isSeen(one) && !scrolls(one.parentElement));
    return controls.map((one, of) => ({
      what: `control ${(one.textContent || one.getAttribute('name') || one.tagName).trim()}`,
      of,
      boxes: [...one.getClientRects()].map(({ left, top, right, bottom }) => ({ left, top, right, bottom })),
      frames: [],
      isControl: true,
      isFixed: isInFixed(one),
      mayHold: controls.flatMap((other, place) => {
        const isInField = /INPUT|TEXTAREA/.test(one.tagName) && one.parentElement?.contains(other) === true;
        return one.contains(other) || isInField ? [place] : [];
      }),
    }));
  });
}
