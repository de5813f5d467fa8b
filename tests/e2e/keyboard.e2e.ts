import { concealAs } from '../support/customer-secrets.ts';
import { ready } from '../support/pages/home-page.ts';
import { lastCopy } from './support/copied.ts';
import { expect, test } from './support/fixtures.ts';
import { Keyboard } from './support/keyboard.ts';
import { openByKeyboard } from './support/open-by-keyboard.ts';

/*
 * The 14 main flows without a mouse, in Chromium and in Firefox. In each the skip link comes first, every stop can be seen, and Tab
 * leads on to the end of the page.
 */

test('K1 a message is created with Ctrl+Enter', async ({ home, metadata, page, texts }) => {
  const keys = new Keyboard(page, texts);
  await home.open();
  await keys.enter();
  await keys.tabTo(home.text);
  await page.keyboard.type('tea at five');
  await page.keyboard.press('Control+Enter');
  await expect(metadata.heading).toHaveText(texts.public.metadata.headingCreated);
  await expect(metadata.heading).toBeFocused();
  await keys.leave();
});

test('K2 a message is created with a passphrase and a lifetime', async ({ home, metadata, api, page, texts }) => {
  const keys = new Keyboard(page, texts);
  await home.open();
  await keys.enter();
  await keys.tabTo(home.text);
  await page.keyboard.type('tea at five');
  await keys.tabTo(home.passphrase);
  await page.keyboard.type('plum');
  await keys.tabTo(home.showPassphrase);
  await page.keyboard.press('Space');
  await expect(home.passphrase).toHaveAttribute('type', 'text');
  await keys.tabTo(home.lifetime);
  const usual = Number(await home.lifetime.inputValue());
  await page.keyboard.press('ArrowUp');
  await expect(home.lifetime).not.toHaveValue(String(usual));
  const chosen = Number(await home.lifetime.inputValue());
  await keys.tabTo(home.create);
  await page.keyboard.press('Enter');
  await expect(metadata.heading).toBeFocused();
  await keys.leave();
  const { body } = await api.metadata(page.url().slice(-31));
  expect([body.record.secret_ttl > 0, body.details.has_passphrase]).toEqual([true, true]);
  expect(chosen).not.toBe(usual);
});

test('K3 a password is generated', async ({ home, metadata, page, texts }) => {
  const keys = new Keyboard(page, texts);
  await home.open();
  await keys.enter();
  await keys.tabTo(home.generate);
  await page.keyboard.press('Enter');
  await expect(metadata.generated).toHaveValue(/^\S{12}$/);
  await expect(metadata.heading).toBeFocused();
  await keys.leave();
});

test('K4 the share link is copied', async ({ home, metadata, page, texts }) => {
  const keys = new Keyboard(page, texts);
  await home.open();
  await keys.enter();
  await keys.tabTo(home.text);
  await page.keyboard.type('to copy');
  await keys.tabTo(home.create);
  await page.keyboard.press('Enter');
  await expect(metadata.heading).toBeFocused();
  await keys.tabThrough([metadata.shareLink, metadata.copyLink]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: texts.core.copy.copied })).toHaveCount(1);
  expect(await lastCopy(page)).toBe(await metadata.shareLink.inputValue());
  await keys.leave();
});

test('K5 a message is burned', async ({ api, metadata, burn, page, texts }) => {
  const keys = new Keyboard(page, texts);
  await metadata.open((await api.conceal('to be burned')).metadataKey);
  await keys.enter();
  await keys.tabTo(metadata.burn);
  await page.keyboard.press('Enter');
  await expect(burn.heading).toBeFocused();
  await keys.tabThrough([burn.confirm, burn.cancel]);
  await keys.tab('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(metadata.heading).toHaveText(texts.public.metadata.headingBurned);
  await expect(metadata.heading).toBeFocused();
  await keys.leave();
});

test('K6 a message without a passphrase is opened', async ({ api, secret, page, texts, guard }) => {
  guard.allow(/status of 409/);
  const keys = new Keyboard(page, texts);
  await secret.visit((await api.conceal('tea at five')).secretKey);
  await keys.enter();
  await keys.tabThrough([secret.open]);
  await openByKeyboard(page, secret.value);
  await expect(secret.value).toHaveValue('tea at five');
  await expect(secret.heading).toBeFocused();
  await keys.leave();
});

test('K7 a wrong passphrase uses nothing up, the right one opens', async ({ api, secret, page, texts, guard }) => {
  guard.allow(/status of 409/);
  const keys = new Keyboard(page, texts);
  await secret.visit((await api.conceal('tea at five', { passphrase: 'plum' })).secretKey);
  await keys.enter();
  await keys.tabThrough([secret.passphrase]);
  await page.keyboard.type('pear');
  await keys.tabTo(secret.open);
  await openByKeyboard(page, secret.passphraseError);
  await expect(secret.passphrase).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('plum');
  await keys.tabTo(secret.open);
  await openByKeyboard(page, secret.value);
  await expect(secret.value).toHaveValue('tea at five');
  await keys.leave();
});

test('K8 an opened message is hidden, shown and copied', async ({ api, secret, page, texts, guard }) => {
  guard.allow(/status of 409/);
  const { copy, secret: words } = texts.core;
  const keys = new Keyboard(page, texts);
  await secret.visit((await api.conceal('tea at five')).secretKey);
  await keys.enter();
  await keys.tabTo(secret.open);
  await openByKeyboard(page, secret.value);
  await expect(secret.heading).toBeFocused();
  await keys.tabThrough([secret.value, secret.copy, page.getByRole('button', { name: words.hide })]);
  await page.keyboard.press('Enter');
  await expect(secret.value).not.toHaveValue('tea at five');
  await expect(page.getByRole('button', { name: words.show })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(secret.value).toHaveValue('tea at five');
  await keys.tabTo(secret.copy, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: copy.copied })).toBeFocused();
  expect(await lastCopy(page)).toBe('tea at five');
  await keys.leave();
});

test('K9 somebody signs in and gets to the page they asked for', async ({ people, signIn, account, page, texts }) => {
  const keys = new Keyboard(page, texts);
  const { email, password } = await people.customer();
  await page.goto('/account');
  await expect(page).toHaveURL('/signin?redirect=%2Faccount');
  await ready(page);
  await keys.enter();
  await keys.tabThrough([signIn.email]);
  await page.keyboard.type(email);
  await keys.tabTo(signIn.password);
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/account');
  await account.profile.waitFor();
  await ready(page);
  await keys.leave();
});

test('K10 to Hebrew and back', async ({ home, page, texts }) => {
  const keys = new Keyboard(page, texts);
  const banner = page.getByRole('banner');
  await home.open();
  await keys.tab();
  await expect(keys.skipLink).toBeFocused();
  await keys.tabTo(banner.getByRole('button', { name: texts.core.language.choose.replace('{{name}}', 'English') }));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitemradio', { name: 'English' })).toBeFocused();
  const hebrewItem = page.getByRole('menuitemradio', { name: 'עברית' });
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(hebrewItem).toBeFocused({ timeout: 100 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('lang', 'he');
  const hebrew = banner.getByRole('button', { name: /עברית/ });
  await expect(hebrew).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('e');
  await expect(page.getByRole('menuitemradio', { name: 'English' })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
  await keys.leave();
});

test('K11 feedback keeps the focus while it is open, and Escape returns it', async ({ page, feedback, texts }) => {
  const keys = new Keyboard(page, texts);
  await page.goto('/about');
  await ready(page);
  const open = page.getByRole('banner').getByRole('button', { name: texts.core.feedback.open });
  await keys.tab();
  await expect(keys.skipLink).toBeFocused();
  await keys.tabTo(open);
  await page.keyboard.press('Enter');
  await keys.tabTo(feedback.message);
  await page.keyboard.type('Lovely seals.');
  await keys.tabTo(feedback.verify);
  await page.keyboard.press('Enter');
  await feedback.waitUntil('verified');
  await keys.tabTo(feedback.send);
  await page.keyboard.press('Enter');
  await expect(feedback.sent).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(open).toBeFocused();
  await keys.leave();
  await keys.tabTo(open, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(feedback.dialog).toBeVisible();
  await keys.staysIn(feedback.dialog);
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog')).toHaveCount(0);
  await keys.isAt(open);
});

test('K12 a row of the dashboard is copied, opened and burned', async ({
  people,
  enterAs,
  dashboard,
  metadata,
  page,
  texts,
  browserName,
}) => {
  const keys = new Keyboard(page, texts);
  const person = await people.customer();
  const { secretShortKey } = await concealAs(person, 'mine');
  const action = (name: 'copy' | 'open' | 'burn') => dashboard.action(name, secretShortKey);
  await enterAs(person);
  await dashboard.open();
  await keys.enter();
  const open = page.getByRole('link', { name: action('open') });
  await keys.tabTo(open);
  const story = page.getByRole('button', { name: `${texts.public.metadata.timeline} ${secretShortKey}` });
  await keys.tabThrough([story, page.getByRole('button', { name: action('copy') })]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: `${texts.core.copy.copied} ${secretShortKey}` })).toBeFocused();
  expect(await lastCopy(page)).toMatch(/\/private\/[0-9a-z]{31}$/);
  await keys.tabTo(open, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(metadata.status).toHaveText(texts.public.metadata.statusWords.notReceived);
  await page.goBack();
  await keys.tabTo(page.getByRole('button', { name: action('burn') }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading')).toBeFocused();
  // Tab through the bars of a Firefox without a window takes the focus from the page, which then hears no key.
  if (browserName !== 'firefox') await keys.staysIn(dialog);
  await keys.tabTo(dialog.getByRole('button', { name: texts.app.recent.burn, exact: true }));
  await page.keyboard.press('Enter');
  await expect(dashboard.row(dashboard.unopened, secretShortKey)).toHaveCount(1);
  await keys.isSomewhere();
  await keys.leave();
});

test('K13 the audit trail is filtered; an entry is opened, the next one looked at, and closed', async ({
  people,
  enterAs,
  page,
  texts,
}) => {
  const { filters, panel } = texts.colonel.audit;
  const keys = new Keyboard(page, texts);
  await enterAs(await people.colonel({ secondFactor: true }));
  await page.goto('/colonel/audit');
  await ready(page);
  await keys.enter();
  const form = page.getByRole('form', { name: filters.title });
  await keys.tabTo(form.getByRole('searchbox', { name: filters.search }));
  await page.keyboard.type('actor:system');
  await keys.tabTo(form.getByRole('button', { name: filters.apply }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/colonel/audit?actor=system');
  const rows = page.locator('[role=row][data-entry]');
  await rows.nth(1).waitFor();
  await keys.tabTo(rows.first());
  await page.keyboard.press('Enter');
  const detail = page.getByRole('complementary', { name: panel.title });
  await expect(detail).toBeVisible();
  const second = (await page.locator('[data-entry]:focus + [data-entry]').getAttribute('data-entry')) ?? '';
  await page.keyboard.press('ArrowDown');
  await expect(detail).toContainText(second);
  await expect(page.locator(`[data-entry="${second}"]`)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(detail).toHaveCount(0);
  await expect(page.locator(`[data-entry="${second}"]`)).toBeFocused();
  await keys.leave();
});

test('K14 the arrows change between prices by the month and by the year', async ({ page, texts }) => {
  const { upgrade } = texts.app;
  const keys = new Keyboard(page, texts);
  await page.goto('/pricing');
  await ready(page);
  await keys.enter();
  const [monthly, yearly] = [upgrade.monthly, upgrade.yearly].map((name) => page.getByRole('radio', { name }));
  if (monthly === undefined || yearly === undefined) throw new Error('there are two periods');
  await keys.tabThrough([monthly]);
  const before = await page.locator('main').textContent();
  await page.keyboard.press('ArrowRight');
  await expect(yearly).toBeChecked();
  await expect(yearly).toBeFocused();
  expect(await page.locator('main').textContent()).not.toBe(before);
  await expect(page.locator('#announcer-polite')).toHaveText(upgrade.changed.yearly);
  await page.keyboard.press('ArrowLeft');
  await expect(monthly).toBeChecked();
  await keys.leave();
});
