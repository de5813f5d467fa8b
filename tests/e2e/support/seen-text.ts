import type { Locator } from '@playwright/test';

/** The text as it is laid out: line by line, without what is hidden. `textContent` would run it all together. */
export function seenText(locator: Locator): Promise<string> {
  return locator.evaluate((element) => {
    if (!(element instanceof HTMLElement)) return '';
    // biome-ignore lint/performance/useDomNodeTextContent: the layout is what this is about
    return element.innerText;
  });
}
