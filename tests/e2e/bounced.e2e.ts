import { concealAs } from '../support/customer-secrets.ts';
import { handInBounce } from '../support/hand-in-bounce.ts';
import { newEmail } from '../support/people.ts';
import { expect, test } from './support/fixtures.ts';

const soon = { timeout: 2_000 };

test('an email that comes back is seen and heard at once on the private page and in the lists, with what to do', async ({
  people,
  enterAs,
  metadata,
  otherBrowser,
  page,
  baseURL,
}) => {
  const person = await people.customer();
  const recipient = newEmail('gone');
  const { metadataKey, secretShortKey } = await concealAs(person, 'for somebody who left', {
    'recipient[]': recipient,
  });
  const mail = await people.mailTo(recipient);
  const deliveries = page.getByTestId('deliveries').getByRole('listitem');
  await metadata.open(metadataKey);
  await expect(page.getByTestId('live')).toHaveText('Live');
  await expect(deliveries).toHaveText([/^sent/]);
  await expect(metadata.shareLink).toBeHidden();
  const owners = await otherBrowser();
  await enterAs(person, owners);
  await owners.goto('/dashboard');
  await expect(owners.getByTestId('live')).toHaveText('Live');
  const row = owners.getByRole('listitem').filter({ hasText: secretShortKey });
  await expect(row.getByTestId('email')).toHaveText('emailed');
  expect((await handInBounce(baseURL ?? '', mail)).status).toBe(204);
  await expect(deliveries).toHaveText([/^came back/], soon);
  await expect(page.locator('#announcer-polite')).toHaveText('The email came back');
  await expect(page.getByText('Check the address, and send the link another way.')).toBeVisible();
  await expect(page.getByTestId('story')).toContainText('The email came back');
  await expect(metadata.shareLink).toBeVisible();
  await expect(row.getByTestId('email')).toHaveText('the email came back: check the address', soon);
  await expect(owners.locator('#announcer-polite')).toHaveText('An email could not be delivered.', { timeout: 6_000 });
});
