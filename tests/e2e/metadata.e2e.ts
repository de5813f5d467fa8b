import jsQR from 'jsqr';
import { lastCopy } from './support/copied.ts';
import { expect, test } from './support/fixtures.ts';

test('META-1 K4 the share link is copied by keyboard, and the page says so for two seconds', async ({
  home,
  metadata,
  page,
}) => {
  await home.open();
  await home.share('to copy');
  await expect(metadata.heading).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(metadata.shareLink).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(metadata.copyLink).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: /^Copied$/ })).toHaveCount(1);
  expect(await lastCopy(page)).toBe(await metadata.shareLink.inputValue());
  await expect(metadata.copyLink).toBeVisible({ timeout: 4_000 });
});

test('META-4 a reload forgets the generated password, but not that the page is the sender’s', async ({
  home,
  metadata,
  page,
}) => {
  await home.open();
  await home.generate.click();
  await expect(metadata.generated).toHaveValue(/^\S{12}$/);
  const password = await metadata.generated.inputValue();
  await page.reload();
  await expect(metadata.shareLink).toBeVisible();
  await expect(metadata.generated).toHaveCount(0);
  await expect(metadata.guard).toHaveCount(0);
  expect(await page.content()).not.toContain(password);
});

test('META-5 anyone else is told that this is the sender’s private page', async ({ api, metadata }) => {
  const { metadataKey } = await api.conceal('not yours');
  await metadata.open(metadataKey);
  await expect(metadata.guard).toBeVisible();
  await expect(metadata.status).toHaveText('not received');
  await expect(metadata.burn).toBeVisible();
});

test('META-6 the page says whether a passphrase is needed', async ({ api, metadata, page }) => {
  await metadata.open((await api.conceal('a')).metadataKey);
  await expect(page.getByText('No passphrase: whoever opens the link first sees the message.')).toBeVisible();
  await metadata.open((await api.conceal('b', { passphrase: 'plum' })).metadataKey);
  await expect(page.getByText('The recipient needs your passphrase. It is not part of the link.')).toBeVisible();
});

test('META-7 an expired message is called expired and shows no link', async ({ api, expire, metadata }) => {
  const { metadataKey, secretShortKey } = await api.conceal('too late');
  await expire(secretShortKey);
  await metadata.open(metadataKey);
  await expect(metadata.heading).toHaveText('Your message expired unopened');
  await expect(metadata.status).toHaveText('expired');
  await expect(metadata.shareLink).toHaveCount(0);
  await expect(metadata.burn).toHaveCount(0);
});

test('META-8 the next secret is one click away', async ({ api, metadata, home }) => {
  await metadata.open((await api.conceal('a')).metadataKey);
  await metadata.another.click();
  await expect(home.heading).toHaveText('Share a secret. It opens once.');
  await expect(home.text).toHaveValue('');
});

test('META-10 recipients are shown only if the server says so, as it masked them', async ({ api, metadata, page }) => {
  const { metadataKey } = await api.conceal('mailed');
  for (const isShown of [true, false]) {
    await page.route(`**/api/v2/private/${metadataKey}`, async (route) => {
      const answer = await route.fetch();
      const json = await answer.json();
      json.record.recipients = 'ni*****@e*****.com';
      json.details.show_recipients = isShown;
      await route.fulfill({ response: answer, json });
    });
    await metadata.open(metadataKey);
    await expect(metadata.status).toBeVisible();
    await expect(page.getByText('ni*****@e*****.com')).toHaveCount(isShown ? 1 : 0);
    await page.unroute(`**/api/v2/private/${metadataKey}`);
  }
});

test('META-11 the questions can be opened by keyboard', async ({ api, metadata, page }) => {
  await metadata.open((await api.conceal('a')).metadataKey);
  const question = page.getByText('Can I look at the message again?');
  await question.focus();
  await page.keyboard.press('Enter');
  const answer = page.getByText('Only by opening the link yourself.');
  await expect(answer).toBeVisible();
  await page.keyboard.press('Space');
  await expect(answer).toBeHidden();
});

test('META-12 the QR code holds the share link; Escape closes it and the focus returns', async ({
  api,
  metadata,
  page,
}) => {
  await metadata.open((await api.conceal('a')).metadataKey);
  await metadata.qr.click();
  const picture = page.getByRole('img', { name: 'QR code of the share link' });
  await expect.poll(() => picture.evaluate((canvas: HTMLCanvasElement) => canvas.width)).toBeGreaterThan(20);
  const { data, width, height } = await picture.evaluate((canvas: HTMLCanvasElement) => {
    // Scanners see the code on white with space around it, at four pixels per module; jsQR needs the same.
    const scale = 4;
    const large = document.createElement('canvas');
    large.width = canvas.width * scale;
    large.height = canvas.height * scale;
    const brush = large.getContext('2d');
    if (brush === null) throw new Error('no canvas');
    brush.imageSmoothingEnabled = false;
    brush.drawImage(canvas, 0, 0, large.width, large.height);
    const image = brush.getImageData(0, 0, large.width, large.height);
    return { data: [...image.data], width: image.width, height: image.height };
  });
  const code = jsQR(new Uint8ClampedArray(data), width, height);
  expect(code?.data).toBe(await metadata.shareLink.inputValue());
  await page.keyboard.press('Escape');
  await expect(picture).toHaveCount(0);
  await expect(metadata.qr).toBeFocused();
});

test('META-13 looking five times changes nothing; the link is there only while the message is unopened', async ({
  api,
  metadata,
  page,
}) => {
  const { metadataKey, secretKey } = await api.conceal('look all you want');
  for (let look = 0; look < 5; look += 1) {
    await metadata.open(metadataKey);
    await expect(metadata.shareLink).toHaveValue(new RegExp(secretKey));
  }
  expect((await api.look(secretKey)).status).toBe(200);
  await api.reveal(secretKey);
  await page.reload();
  await expect(metadata.heading).toHaveText('Your message was opened');
  await expect(metadata.status).toHaveText('received');
  await expect(metadata.shareLink).toHaveCount(0);
  expect(await page.content()).not.toContain(secretKey);
});

test('a private page that does not exist looks like any that is gone', async ({ metadata }) => {
  await metadata.open('0'.repeat(31));
  await expect(metadata.heading).toHaveText('That information is no longer available.');
});

test('an open page learns that the message was opened, without moving the focus', async ({ api, metadata, page }) => {
  const { metadataKey, secretKey } = await api.conceal('watched');
  await metadata.open(metadataKey);
  await metadata.copyLink.focus();
  await api.reveal(secretKey);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(metadata.heading).toHaveText('Your message was opened');
  await expect(metadata.heading).not.toBeFocused();
  await expect(page.locator('#announcer-polite')).toHaveText('Your message was opened');
});

test('data that cannot be fetched is named by its address, without the key in it', async ({ api, page, guard }) => {
  guard.allow(/status of 500/);
  const { metadataKey } = await api.conceal('out of reach');
  await page.route('**/api/v2/private/*', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`/private/${metadataKey}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Failed to fetch initial page data');
  await expect(page.getByText('Failed to fetch data from /api/v2/private/…', { exact: true })).toBeVisible();
});

test('if the private page gets no answer, it says so and can try again', async ({ api, metadata, guard, page }) => {
  guard.allow(/ERR_FAILED/);
  const { metadataKey } = await api.conceal('a');
  await page.route('**/api/v2/private/*', (route) => route.abort('failed'));
  await metadata.open(metadataKey);
  await expect(metadata.heading).toHaveText('Failed to fetch initial page data');
  await page.unroute('**/api/v2/private/*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(metadata.status).toHaveText('not received');
});

test('without scripts the private page says what it needs', async ({ api, browser, baseURL }) => {
  const { metadataKey } = await api.conceal('a');
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${baseURL}/private/${metadataKey}`);
  const words = await page.locator('noscript').evaluate((element) => element.firstElementChild?.textContent ?? '');
  expect(words).toContain('Onceover needs JavaScript to sign in, and to open and create links.');
  await context.close();
});
