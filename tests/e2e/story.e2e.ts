import { pressLikeAPerson } from '../support/pages/press-like-a-person.ts';
import { expect, test } from './support/fixtures.ts';

const gone = { timeout: 4_000 };

test('META-15 a wrong passphrase shows up in the story while the page is open, and is announced', async ({
  api,
  metadata,
  page,
}) => {
  const { secretKey, metadataKey } = await api.conceal('guess me', { passphrase: 'plum' });
  await metadata.open(metadataKey);
  await expect(page.getByTestId('live')).toHaveText('Live');
  await expect(metadata.story).toHaveText(['Created', 'Not opened yet'].map((step) => new RegExp(step)));
  await api.reveal(secretKey, { passphrase: 'pear' });
  await expect(metadata.story.nth(1)).toContainText('Somebody tried a wrong passphrase', gone);
  await expect(page.locator('#announcer-polite')).toHaveText('Somebody tried a wrong passphrase');
  await expect(metadata.story.nth(1).locator('time')).toHaveAttribute('datetime', /^\d{4}-\d\d-\d\dT/);
  for (let wrong = 0; wrong < 2; wrong += 1) await api.reveal(secretKey, { passphrase: 'pear' });
  await expect(metadata.story.nth(1)).toContainText('Somebody tried a wrong passphrase 3 times', gone);
  await expect(page.getByText('Somebody is trying passphrases')).toBeVisible();
});

test('META-16 who comes after it was opened stands in the story, with what to do', async ({
  api,
  metadata,
  otherBrowser,
  page,
}) => {
  const { secretKey, metadataKey } = await api.conceal('read by somebody');
  await api.reveal(secretKey);
  await metadata.open(metadataKey);
  await expect(metadata.story).toHaveCount(2);
  await expect(page.getByText('Opened, and somebody tried again later')).toHaveCount(0);
  const recipient = await otherBrowser();
  await recipient.goto(`/secret/${secretKey}`);
  await expect(metadata.story.nth(2)).toContainText('Somebody tried to open it after it was opened', gone);
  await expect(page.getByText('Opened, and somebody tried again later')).toBeVisible();
  await expect(page.getByText('change the password now')).toBeVisible();
});

test('META-17 the story says that the content arrived in the reader’s browser', async ({
  api,
  metadata,
  otherBrowser,
}) => {
  const { secretKey, metadataKey } = await api.conceal('arrives');
  await metadata.open(metadataKey);
  const reader = await otherBrowser();
  await reader.goto(`/secret/${secretKey}`);
  await pressLikeAPerson(reader.getByRole('button', { name: 'click to continue' }));
  await expect(metadata.story.nth(2)).toContainText("Arrived: the reader's browser confirmed it", gone);
  await expect(metadata.story).toHaveCount(3);
});
