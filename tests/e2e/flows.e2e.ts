import { pressLikeAPerson } from '../support/pages/press-like-a-person.ts';
import { reloadAfterReading } from '../support/pages/secret-page.ts';
import { readTexts } from '../support/texts.ts';
import { expect, test } from './support/fixtures.ts';

/** The main task from end to end, in the language, direction and size of each project. */
test('K2 two people share a secret with a passphrase and a lifetime, once', async ({
  home,
  metadata,
  otherBrowser,
  page,
  uiLocale,
}) => {
  const { core, public: words } = readTexts(uiLocale);
  await home.open();
  await home.text.fill('tea at five');
  await home.passphrase.fill('plum');
  await home.lifetime.selectOption('3600');
  await home.create.click();
  await expect(metadata.heading).toHaveText(words.metadata.headingCreated);
  await expect(metadata.status).toHaveText(words.metadata.statusWords.notReceived);
  const link = await metadata.shareLink.inputValue();

  const recipient = await otherBrowser();
  await recipient.goto(link);
  await expect(recipient.getByRole('heading', { level: 1 })).toHaveText(core.secret.passphraseHeading);
  await recipient.getByRole('textbox', { name: core.passphrase.label }).fill('plum');
  await pressLikeAPerson(recipient.getByRole('button', { name: core.secret.click }));
  await expect(recipient.getByRole('textbox', { name: core.secret.message })).toHaveValue('tea at five');
  await reloadAfterReading(recipient);
  await expect(recipient.getByRole('heading', { level: 1 })).toHaveText(core.secret.closedHeading);
  const third = await otherBrowser();
  await third.goto(link);
  await expect(third.getByRole('heading', { level: 1 })).toHaveText(core.gone.heading);

  await page.reload();
  await expect(metadata.heading).toHaveText(words.metadata.headingReceived);
  await expect(metadata.status).toHaveText(words.metadata.statusWords.received);
});

test('K1 a message is created with Ctrl+Enter and burned by its sender', async ({
  home,
  metadata,
  burn,
  page,
  uiLocale,
}) => {
  const { public: words } = readTexts(uiLocale);
  await home.open();
  await home.text.fill('never to be read');
  await home.text.press('Control+Enter');
  await expect(metadata.heading).toHaveText(words.metadata.headingCreated);
  await metadata.burn.click();
  await burn.confirm.click();
  await expect(metadata.heading).toHaveText(words.metadata.headingBurned);
  await expect(page).toHaveURL(/\/private\/[0-9a-z]{31}$/);
});

test('the button to open stays above the fold and is large enough for a thumb', async ({ api, secret, page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await secret.visit((await api.conceal('a', { passphrase: 'plum' })).secretKey);
  const box = await secret.open.boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(44);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(640);
});
