import { expect, test } from './support/fixtures.ts';

test('BURN-1 K5 the sender burns a message by keyboard, and the private page says so', async ({
  home,
  metadata,
  burn,
  page,
}) => {
  await home.open();
  await home.share('to be burned');
  await metadata.burn.focus();
  await page.keyboard.press('Enter');
  await expect(burn.heading).toHaveText('Burn this message');
  await expect(burn.heading).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(burn.confirm).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(metadata.heading).toHaveText('Your message was burned');
  await expect(metadata.status).toHaveText('burned');
  await expect(page.locator('#announcer-assertive')).toHaveText('The message was burned.');
});

test('BURN-2 a message with a passphrase is burned with it', async ({ api, burn, metadata }) => {
  const { metadataKey } = await api.conceal('a', { passphrase: 'plum' });
  await burn.open(metadataKey);
  await burn.passphrase.fill('plum');
  await burn.confirm.click();
  await expect(metadata.status).toHaveText('burned');
});

test('BURN-3 a wrong passphrase burns nothing', async ({ api, burn, page }) => {
  const { metadataKey, secretKey } = await api.conceal('a', { passphrase: 'plum' });
  await burn.open(metadataKey);
  await burn.passphrase.fill('pear');
  await burn.confirm.click();
  await expect(page.locator('p[id$="-error"]')).toHaveText('Double check that passphrase');
  await expect(burn.passphrase).toBeFocused();
  await expect(burn.passphrase).toHaveValue('pear');
  expect((await api.look(secretKey)).status).toBe(200);
});

test('BURN-4 a message that was viewed cannot be burned', async ({ api, burn, page }) => {
  const { metadataKey, secretKey } = await api.conceal('a');
  await api.reveal(secretKey);
  await burn.open(metadataKey);
  await expect(burn.heading).toHaveText('Cannot burn!');
  await expect(page.getByText(/^The secret has already been viewed \(.+\)$/)).toBeVisible();
  await expect(page.locator('main time')).toHaveAttribute('datetime', /^\d{4}-\d{2}-\d{2}T/);
  await burn.back.click();
  await expect(page).toHaveURL(`/private/${metadataKey}`);
});

test('BURN-5 a burned message cannot be burned again', async ({ api, burn, page }) => {
  const { metadataKey } = await api.conceal('a');
  await api.burn(metadataKey);
  await burn.open(metadataKey);
  await expect(burn.heading).toHaveText('Cannot burn!');
  await expect(page.getByText(/already been burned \(.+\)$/)).toBeVisible();
});

test('BURN-4 a message opened while the sender hesitates is not burned', async ({ api, burn, page }) => {
  const { metadataKey, secretKey } = await api.conceal('a');
  await burn.open(metadataKey);
  await api.reveal(secretKey);
  await burn.confirm.click();
  await expect(burn.heading).toHaveText('Cannot burn!');
  await expect(page.getByText(/already been viewed/)).toBeVisible();
});

test('BURN-6 Cancel and Escape leave the message as it was', async ({ api, burn, page }) => {
  const { metadataKey, secretKey } = await api.conceal('a');
  await burn.open(metadataKey);
  await burn.cancel.click();
  await expect(page).toHaveURL(`/private/${metadataKey}`);
  await burn.open(metadataKey);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(`/private/${metadataKey}`);
  expect((await api.look(secretKey)).status).toBe(200);
});

test('BURN-7 after burning, the recipient finds nothing', async ({ api, burn, metadata, secret }) => {
  const { metadataKey, secretKey } = await api.conceal('a');
  await burn.open(metadataKey);
  await burn.confirm.click();
  await expect(metadata.status).toHaveText('burned');
  await secret.visit(secretKey);
  await expect(secret.heading).toHaveText('That information is no longer available.');
});

test('the burn page is minimal: no masthead and no links to other pages', async ({ api, burn, page }) => {
  await burn.open((await api.conceal('a')).metadataKey);
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toContainText('powered by Onceover');
});

test('offline nothing is burned, and it works when the network is back', async ({
  api,
  burn,
  metadata,
  page,
  context,
  guard,
}) => {
  guard.allow(/ERR_INTERNET_DISCONNECTED/);
  const { metadataKey, secretKey } = await api.conceal('a');
  await burn.open(metadataKey);
  await context.setOffline(true);
  await burn.confirm.click();
  await expect(page.getByText('You are offline. Nothing was sent.')).toBeVisible();
  await context.setOffline(false);
  expect((await api.look(secretKey)).status).toBe(200);
  await burn.confirm.click();
  await expect(metadata.status).toHaveText('burned');
});

test('if the answer is lost, the next try says that the message is burned; so does the way back', async ({
  api,
  burn,
  guard,
  page,
}) => {
  guard.allow(/ERR_FAILED/);
  const { metadataKey } = await api.conceal('a');
  let isLost = false;
  await page.route('**/burn', async (route) => {
    if (route.request().method() !== 'POST' || isLost) return route.continue();
    isLost = true;
    await route.fetch();
    await route.abort('failed');
  });
  await burn.open(metadataKey);
  await burn.confirm.click();
  await expect(page.getByText('No response received from server')).toBeVisible();
  await burn.confirm.click();
  await expect(burn.heading).toHaveText('Cannot burn!');
  await expect(page.getByText(/already been burned \(.+\)$/)).toBeVisible();
  await burn.back.click();
  await expect(page).toHaveURL(`/private/${metadataKey}`);
  await page.goBack();
  await expect(burn.heading).toHaveText('Cannot burn!');
});
