import type { Page } from '@playwright/test';
import { newEmail } from '../support/people.ts';
import { lastCopy } from './support/copied.ts';
import { expect, test } from './support/fixtures.ts';

const quarterHour = 15 * 60_000;

/** Makes this device's clock go wrong by so many milliseconds. */
async function shiftClock(page: Page, milliseconds: number): Promise<void> {
  await page.addInitScript((shift) => {
    const right = Date.now.bind(Date);
    Date.now = () => right() + shift;
  }, milliseconds);
}

/** Lets the page believe that the message expires in so many seconds. */
async function expireIn(page: Page, seconds: number): Promise<void> {
  const at = Math.floor(Date.now() / 1000) + seconds;
  await page.route('**/api/v2/private/*', async (route) => {
    const answer = await route.fetch();
    const json = await answer.json();
    json.record.expiration = at;
    await route.fulfill({ response: answer, json });
  });
}

/** Everything that the polite announcer says from now on. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    const region = document.getElementById('announcer-polite');
    if (region === null) throw new Error('no announcer');
    new MutationObserver(() => region.textContent && heard.push(region.textContent)).observe(region, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    Object.assign(window, { heard });
  });
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
}

test('10.4 after emailing, the page says to whom, status first; the link is folded; a reload knows only the mask', async ({
  people,
  enterAs,
  dashboard,
  home,
  metadata,
  page,
}) => {
  await enterAs(await people.customer());
  await dashboard.open();
  const tom = newEmail('tom');
  await dashboard.recipient.fill(tom);
  await home.share('for tom');
  await expect(metadata.heading).toHaveText(new RegExp(`^(Sending an email to ${tom}…|Email sent to ${tom})$`));
  await expect(page).toHaveTitle('Your secret link is ready · Onceover');
  await expect(metadata.shareLink).toBeHidden();
  expect(await lastCopy(page), 'the link is on its way already').toBeUndefined();
  const order = await page.locator('main').evaluate((main) => {
    const status = main.querySelector('[data-testid=status]');
    const link = main.querySelector('details');
    return status !== null && link !== null && status.compareDocumentPosition(link) & Node.DOCUMENT_POSITION_FOLLOWING;
  });
  expect(order, 'the status comes first').toBeTruthy();
  await page.getByText('Show the link').focus();
  await page.keyboard.press('Enter');
  await expect(metadata.shareLink).toBeVisible();
  await page.reload();
  await expect(metadata.status).toBeVisible();
  await expect(metadata.heading).toHaveText('Your secret link is ready');
  expect(await page.content()).not.toContain(tom);
  await expect(page.getByText(/^to\*+@/)).toBeVisible();
});

test('10.4 an email that could not be delivered is said aloud, and the link is there to be sent', async ({
  people,
  enterAs,
  dashboard,
  home,
  metadata,
  page,
}) => {
  await enterAs(await people.customer());
  // Its stream would tell what really became of it.
  await page.routeWebSocket('**/graphql', () => undefined);
  await page.route('**/api/v2/private/*', async (route) => {
    const answer = await route.fetch();
    const json = await answer.json();
    json.details.deliveries = [{ status: 'failed', at: Math.floor(Date.now() / 1000) }];
    await route.fulfill({ response: answer, json });
  });
  await dashboard.open();
  const tom = newEmail('tom');
  await dashboard.recipient.fill(tom);
  await home.share('for tom');
  await expect(metadata.heading).toHaveText(`The email to ${tom} could not be delivered`);
  await expect(metadata.shareLink).toBeVisible();
});

test('the link is copied when it is created, and the page says so, once', async ({ home, metadata, page }) => {
  await home.open();
  await home.share('to copy');
  await expect(page.getByText('The link is copied. Paste it where the recipient will find it.')).toBeVisible();
  expect(await lastCopy(page)).toBe(await metadata.shareLink.inputValue());
  await page.reload();
  await expect(metadata.shareLink).toBeVisible();
  await expect(page.getByText('The link is copied.')).toHaveCount(0);
  expect(await lastCopy(page)).toBeUndefined();
});

test('where the browser does not allow it, nothing claims that the link was copied', async ({
  home,
  metadata,
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined });
  });
  await home.open();
  await home.share('not copied');
  await expect(metadata.copyLink).toBeVisible();
  await expect(page.getByText('The link is copied.')).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await metadata.copyLink.click();
  await expect(page.getByText('Could not copy. Select the text and copy it manually.')).toBeVisible();
});

test('the link is copied with a message, and shared from the phone’s own sheet', async ({ api, metadata, page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', {
      value: async (what: ShareData) => {
        Object.assign(window, { shared: what });
      },
    });
  });
  await metadata.open((await api.conceal('a')).metadataKey);
  const link = await metadata.shareLink.inputValue();
  await page.getByRole('button', { name: 'Copy with a message' }).click();
  const words = 'I am sending you a private message. You can open it once, with this link:';
  expect(await lastCopy(page)).toBe(`${words}\n${link}`);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  expect(await page.evaluate(() => (window as unknown as { shared: unknown }).shared)).toEqual({
    text: words,
    url: link,
  });
});

test('without a share sheet there is no button for it', async ({ api, metadata, page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }));
  await metadata.open((await api.conceal('a')).metadataKey);
  await expect(metadata.copyLink).toBeVisible();
  await expect(page.getByRole('button', { name: 'Share', exact: true })).toHaveCount(0);
});

for (const [how, shift] of [
  ['ahead', quarterHour],
  ['behind', -quarterHour],
] as const) {
  test(`the lifetime is right although this device’s clock is 15 minutes ${how}`, async ({ api, metadata, page }) => {
    await shiftClock(page, shift);
    await expireIn(page, 1_800);
    await metadata.open((await api.conceal('a')).metadataKey);
    await expect(page.getByText(/stops working in (29|30) minutes\./)).toBeVisible();
  });
}

test('near its end the lifetime counts down; the seconds are seen, not spoken', async ({ api, metadata, page }) => {
  await expireIn(page, 66);
  await metadata.open((await api.conceal('a')).metadataKey);
  const heard = await listen(page);
  await expect(page.getByText('stops working in 1 minute.')).toBeVisible();
  await expect(page.getByText('stops working in 57 seconds.')).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText('stops working in 55 seconds.')).toBeVisible();
  expect(await heard()).toEqual([expect.stringMatching(/stops working in (1 minute|60 seconds|59 seconds)\.$/)]);
});

test('a message that expires while its page is open is called expired', async ({ api, expire, metadata, page }) => {
  const { metadataKey, secretShortKey } = await api.conceal('a');
  await expireIn(page, 4);
  await metadata.open(metadataKey);
  await expect(metadata.shareLink).toBeVisible();
  await expire(secretShortKey);
  await expect(metadata.heading).toHaveText('Your message expired unopened', { timeout: 9_000 });
});
