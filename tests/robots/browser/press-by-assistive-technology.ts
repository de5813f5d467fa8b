import type { Locator, Page } from '@playwright/test';

/**
 * Screen readers, switches and voices press a button through the accessibility interface. Chromium answers that with
 * `Element::AccessKeyAction`, a trusted click without the events of a pointer or key before it, and gives no way to it to whoever drives
 * it. The character of an access key takes the same way, so the button gets one for as long as that.
 */
export async function pressByAssistiveTechnology(page: Page, button: Locator): Promise<void> {
  await button.evaluate((element: HTMLElement) => {
    element.accessKey = 'o';
  });
  const session = await page.context().newCDPSession(page);
  const alt = 1;
  await session.send('Input.dispatchKeyEvent', { type: 'char', modifiers: alt, text: 'o', unmodifiedText: 'o' });
  await session.detach();
}
