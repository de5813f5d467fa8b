import { concealAs, newestHandle } from '../support/customer-secrets.ts';
import { pressLikeAPerson } from '../support/pages/press-like-a-person.ts';
import { newEmail } from '../support/people.ts';
import { expect, test } from './support/fixtures.ts';

test('SEC-8 an owner is warned before opening, can dismiss the warning, and is told afterwards', async ({
  people,
  enterAs,
  secret,
  page,
}) => {
  const person = await people.customer();
  const { secretKey } = await concealAs(person, 'my own');
  await enterAs(person);
  await secret.visit(secretKey);
  const warning = page.getByText('You created this secret. If you open it, it will not be available to the recipient.');
  await expect(warning).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(warning).toHaveCount(0);
  await secret.press();
  await expect(secret.value).toHaveValue('my own');
  await expect(page.getByText('You viewed your own secret.')).toBeVisible();
});

test('SEC-8 anyone else sees no owner banner', async ({ people, enterAs, secret, page }) => {
  const { secretKey } = await concealAs(await people.customer(), 'not yours');
  await enterAs(await people.customer());
  await secret.visit(secretKey);
  await expect(secret.open).toBeVisible();
  await expect(page.getByText('You created this secret.')).toHaveCount(0);
  await secret.press();
  await expect(secret.value).toHaveValue('not yours');
  await expect(page.getByText('You viewed your own secret.')).toHaveCount(0);
});

test('SEC-9 the link in the welcome email verifies with a click and leads to the sign-in page', async ({
  people,
  enterAs,
  secret,
  signIn,
  page,
}) => {
  const person = await people.unverified();
  const { email, password } = person;
  await enterAs(person);
  await secret.visit(await people.verificationKey(email));
  await expect(secret.heading).toHaveText('Verify your email address');
  await expect(page.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/signin');
  await pressLikeAPerson(page.getByRole('button', { name: 'click to verify' }));
  await expect(secret.heading).toHaveText('Your address is verified');
  await expect(page.getByText('You can sign in now.')).toBeVisible();
  await people.mailTo(email);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/signin');
  await signIn.fill(email, password);
  await expect(page).toHaveURL('/dashboard');
});

test('META-14 an owner handle offers status and burn to its owner only, and never the link', async ({
  people,
  enterAs,
  metadata,
  page,
  otherBrowser,
}) => {
  const person = await people.customer();
  const { secretKey, metadataKey } = await concealAs(person, 'mine', { passphrase: 'plum' });
  const handle = await newestHandle(person);
  await enterAs(person);
  await metadata.open(handle);
  await expect(metadata.status).toHaveText('not received');
  await expect(page.getByText('The share link is shown only on the private link you saved.')).toBeVisible();
  await expect(metadata.burn).toBeVisible();
  await expect(metadata.shareLink).toHaveCount(0);
  await expect(metadata.guard).toHaveCount(0);
  expect(await page.content()).not.toMatch(new RegExp(`${secretKey}|${metadataKey}`));
  await expect(page.getByRole('textbox', { name: 'Private link' })).toHaveCount(0);

  const stranger = await otherBrowser();
  await stranger.goto(`/private/${handle}`);
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('That information is no longer available.');
  await enterAs(await people.customer(), stranger);
  await stranger.goto(`/private/${handle}/burn`);
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('That information is no longer available.');
});

test('the sender sees what became of the email', async ({ people, enterAs, metadata, page }) => {
  const person = await people.customer();
  const recipient = newEmail('mika');
  const { metadataKey } = await concealAs(person, 'mailed', { 'recipient[]': recipient });
  await people.mailTo(recipient);
  await enterAs(person);
  // Its stream would tell what really became of it.
  await page.routeWebSocket('**/graphql', () => undefined);
  await metadata.open(metadataKey);
  const mails = page.getByTestId('deliveries').getByRole('listitem');
  await expect(mails).toHaveText([/^sent/]);
  for (const [status, words] of [
    ['queued', 'waiting to be sent'],
    ['failed', 'could not be delivered'],
    ['suppressed', 'not sent: the message was no longer available'],
    ['bounced', 'came back'],
  ] as const) {
    await page.route(`**/api/v2/private/${metadataKey}`, async (route) => {
      const answer = await route.fetch();
      const json = await answer.json();
      json.details.deliveries = [{ status, at: json.record.created }];
      await route.fulfill({ response: answer, json });
    });
    await metadata.open(metadataKey);
    await expect(mails).toHaveText([new RegExp(`^${words}`)]);
    await page.unroute(`**/api/v2/private/${metadataKey}`);
  }
});

test('without an email the page mentions none', async ({ api, metadata, page }) => {
  await metadata.open((await api.conceal('a')).metadataKey);
  await expect(metadata.status).toBeVisible();
  await expect(page.getByTestId('deliveries')).toHaveCount(0);
});
