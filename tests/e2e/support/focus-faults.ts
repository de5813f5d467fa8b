import type { Page } from '@playwright/test';

/** What is wrong with how the focus looks: nothing has it, it has no ring that can be seen, it is out of sight, or a bar covers it. */
export async function focusFaults(page: Page): Promise<string[]> {
  const seen = await page.evaluate(lookAtFocus);
  if (seen === null) return ['nothing has the focus'];
  const { what, ring, isOutOfSight, covers } = seen;
  return [
    ...(ring === null ? [`${what}: no ring`] : []),
    ...(ring !== null && contrast(ring.colour, ring.ground) < leastContrast ? [`${what}: the ring is too pale`] : []),
    ...(isOutOfSight ? [`${what}: out of sight`] : []),
    ...covers.map((cover) => `${what}: under ${cover}`),
  ];
}

/** Source  WCAG 2.2, 1.4.11 */
const leastContrast = 3;

type Colour = readonly number[];

function contrast(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Of red, green and blue, of 255 each. Source  WCAG 2.2, relative luminance */
function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Runs in the page. Null: nothing has the focus. A ring of less than 2 px is none. */
function lookAtFocus() {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return null;
  const styleOf = (each: Element) => getComputedStyle(each);
  const isRinged = (each: Element) =>
    styleOf(each).outlineStyle !== 'none' && Number.parseFloat(styleOf(each).outlineWidth) >= 2;
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const channels = (colour: string): number[] => {
    if (context === null) throw new Error('colours cannot be read');
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data];
  };
  const ground = (from: Element | null): number[] => {
    const colour = from === null ? [255, 255, 255, 255] : channels(styleOf(from).backgroundColor);
    return from === null || colour[3] === 255 ? colour : ground(from.parentElement);
  };
  // A radio button that is a part of a switch has its ring around the part.
  const label = focused.closest('label');
  const ringed = label !== null && !isRinged(focused) && isRinged(label) ? label : focused;
  const { outlineColor, outlineOffset } = styleOf(ringed);
  const on = Number.parseFloat(outlineOffset) < 0 ? ringed : ringed.parentElement;
  // The button inside a field of a time, which opens a calendar, has the browser's own ring.
  const isPart = focused.matches('input[type="datetime-local"]:not(:focus-visible)');
  const ring = isRinged(ringed) || isPart ? { colour: channels(outlineColor), ground: ground(on) } : null;

  const { top, right, bottom, left } = ringed.getBoundingClientRect();
  const bars = [...document.querySelectorAll('body *')].filter(
    (each) => /sticky|fixed/.test(styleOf(each).position) && !each.contains(focused),
  );
  const covers = [Math.max(top, 0) + 1, Math.min(bottom, innerHeight) - 1].flatMap((y) => {
    const shown = document.elementFromPoint((left + right) / 2, y);
    return shown === null || ringed.contains(shown) ? [] : bars.filter((bar) => bar.contains(shown));
  });
  return {
    what: `${focused.tagName.toLowerCase()} ${(focused.getAttribute('aria-label') ?? focused.textContent ?? '').trim().slice(0, 40)}`,
    ring,
    isOutOfSight: right <= 0 || left >= innerWidth || bottom <= 0 || top >= innerHeight,
    covers: covers.map((bar) => `${bar.tagName.toLowerCase()}.${bar.className}`),
  };
}
