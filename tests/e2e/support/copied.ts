import type { BrowserContext, Page } from '@playwright/test';

declare global {
  interface Window {
    copiedByPage?: string[];
  }
}

/** Tests cannot read the clipboard, so what the pages write to it is recorded on the way. */
export async function rememberCopies(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    // A blank page before the first load has no clipboard.
    if (navigator.clipboard === undefined) return;
    const copied: string[] = [];
    window.copiedByPage = copied;
    Object.defineProperty(navigator.clipboard, 'writeText', {
      value: async (text: string) => {
        copied.push(text);
      },
    });
  });
}

export function lastCopy(page: Page): Promise<string | undefined> {
  return page.evaluate(() => window.copiedByPage?.at(-1));
}
