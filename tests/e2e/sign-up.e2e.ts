import { linkKey } from '../support/mail-files.ts';
import { pressLikeAPerson } from '../support/pages/press-like-a-person.ts';
import { newEmail } from '../support/people.ts';
import { expect, test } from './support/fixtures.ts';
import { withPageData } from './support/page-data.ts';

const password = 'seven plums in the icebox';

test('sign up, verify by email, sign in: all in the browser', async ({ people, page, secret, signIn }) => {
  const email = newEmail('new');
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Create account' }).click();
  await page.getByRole('textbox', { name: 'Email address' }).fill(email);
  await page.locator('[name=password]').fill(password);
  await page.locator('[name=password_confirm]').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email');
  await expect(page.locator('main')).toContainText(email);
  await page.getByRole('button', { name: 'Send it again' }).click();
  await expect(page.getByText('Sent again. It may take a minute to arrive.')).toBeVisible();

  await secret.visit(linkKey(await people.mailTo(email), 'secret'));
  await pressLikeAPerson(page.getByRole('button').filter({ hasText: /click to/ }));
  for (const _visit of ['first', 'reloaded']) {
    await expect(secret.heading).toHaveText('Your address is verified');
    await expect(page.getByRole('main').getByRole('link')).toHaveText(['Sign in']);
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
    await page.reload();
  }
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await signIn.fill(email, password);
  await expect(page).toHaveURL('/dashboard');
});

test('whoever signs in the moment the address is verified is in, in the browser too', async ({
  people,
  page,
  secret,
  signIn,
}) => {
  const person = await people.unverified();
  await secret.visit(linkKey(await people.mailTo(person.email), 'secret'));
  await page.getByRole('textbox', { name: 'Password of your sign-up' }).fill(person.password);
  await pressLikeAPerson(page.getByRole('button', { name: 'click to verify' }));
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await signIn.fill(person.email, person.password);
  await expect(page).toHaveURL('/dashboard');
});

test('an account that is not verified yet gets its email again from the sign-in page', async ({
  people,
  page,
  signIn,
}) => {
  const person = await people.unverified();
  const first = linkKey(await people.mailTo(person.email), 'secret');
  await signIn.open();
  await expect(page.getByRole('button', { name: 'Send the verification email again' })).toHaveCount(0);
  await signIn.fill(person.email, person.password);
  await page.getByRole('button', { name: 'Send the verification email again' }).click();
  await expect(page).toHaveURL('/signup/resend');
  await expect(signIn.heading).toHaveText('Send the verification email again');
  await expect(signIn.email).toHaveValue(person.email);
  await page.getByRole('button', { name: 'Send it again' }).click();
  await expect(signIn.heading).toHaveText('Check your email');
  expect(linkKey(await people.mailTo(person.email), 'secret')).not.toBe(first);
});

test('resending gives the same answer for every address, and says when it is too often', async ({ page, signIn }) => {
  for (const email of [newEmail('nobody'), newEmail('nobody')]) {
    await page.goto('/signup/resend');
    await signIn.email.fill(email);
    await signIn.email.press('Enter');
    await expect(signIn.heading).toHaveText('Check your email');
    await expect(page.getByRole('main')).toContainText(
      `If ${email} still needs to be verified, a new link is on its way.`,
    );
  }
  await page.goto('/signup/resend');
  await signIn.email.fill('nobody');
  await signIn.email.press('Enter');
  await expect(signIn.error).toBeFocused();
  await page.route('**/api/v2/signup/resend', (route) =>
    route.fulfill({
      status: 400,
      headers: { 'Retry-After': '60' },
      json: { message: 'no', code: 'rate_limited', success: false },
    }),
  );
  await signIn.email.fill(newEmail('nobody'));
  await signIn.email.press('Enter');
  await expect(signIn.error).toContainText('1 minute');
});

test('a link that is over leads to a new verification email', async ({ page, secret, signIn }) => {
  const key = 'a'.repeat(31);
  await secret.visit(key);
  await page.getByRole('link', { name: 'Verifying an address? Ask for a new email' }).click();
  await expect(page).toHaveURL('/signup/resend');
  await page.goto(`/secret/${key}/password`);
  for (const one of ['password', 'password_confirm']) await page.locator(`[name=${one}]`).fill(password);
  await page.getByRole('button', { name: 'Save new password' }).click();
  await expect(signIn.error).toBeVisible();
  await page.getByRole('link', { name: 'Send the verification email again' }).click();
  await expect(page).toHaveURL('/signup/resend');
});

test('a link that a stranger asked for lets its reader choose the password, and the stranger is out', async ({
  people,
  page,
  secret,
  signIn,
}) => {
  const { email } = await people.unverified();
  await secret.visit(linkKey(await people.mailTo(email), 'secret'));
  const field = page.getByRole('textbox', { name: 'Password of your sign-up' });
  await field.fill('what she would have chosen');
  await pressLikeAPerson(page.getByRole('button', { name: 'click to verify' }));
  await expect(page.locator('p[id$="-error"]')).toHaveText('That is not the password of this sign-up.');
  await page.getByRole('link', { name: 'I did not sign up, or I do not know the password' }).click();
  await expect(secret.heading).toHaveText('Choose your own password');
  await page.locator('[name=password]').fill('eight pears on the sill');
  await page.locator('[name=password_confirm]').fill('eight pears');
  await page.getByRole('button', { name: 'Save new password' }).click();
  await expect(page.locator('#reset-confirm-error')).toHaveText('New passwords do not match');
  await page.locator('[name=password_confirm]').fill('eight pears on the sill');
  await page.getByRole('button', { name: 'Save new password' }).click();
  await expect(page.getByText('Only the password you just chose works now.')).toBeVisible();
  await page.getByRole('link', { name: 'Sign in now' }).click();
  await signIn.fill(email, password);
  await expect(signIn.error).toContainText('Check the email address and the password.');
  await signIn.fill(email, 'eight pears on the sill');
  await expect(page).toHaveURL('/dashboard');
});

test('the password of the sign-up verifies in any browser', async ({ people, secret, page }) => {
  const { email, password: chosen } = await people.unverified();
  await secret.visit(linkKey(await people.mailTo(email), 'secret'));
  await page.getByRole('textbox', { name: 'Password of your sign-up' }).fill(chosen);
  await pressLikeAPerson(page.getByRole('button', { name: 'click to verify' }));
  await expect(secret.heading).toHaveText('Your address is verified');
});

test('AUT-5 AUT-13 the form says at the field what is wrong; typed text stays', async ({ page, signIn }) => {
  await page.goto('/signup');
  await page.getByRole('textbox', { name: 'Email address' }).fill('nina@example.com');
  await page.locator('[name=password]').fill(password);
  await page.locator('[name=password_confirm]').fill('something else');
  await page.keyboard.press('Enter');
  await expect(signIn.error).toContainText('New passwords do not match');
  await expect(page.locator('#sign-up-confirm')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator('#sign-up-confirm-error')).toHaveText('New passwords do not match');
  await expect(page.locator('[name=password]')).toHaveValue(password);
  for (const one of ['password', 'password_confirm']) await page.locator(`[name=${one}]`).fill('short');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(signIn.error).toContainText('New password is too short');
});

test('AUT-13 the meter suggests 15 characters or a phrase, and appears with the first focus', async ({ page }) => {
  const workers: string[] = [];
  page.on('worker', (worker) => workers.push(worker.url()));
  await page.goto('/signup');
  const meter = page.getByTestId('strength');
  const field = page.locator('[name=password]');
  await expect(meter).not.toHaveAttribute('data-level');
  expect(workers).toEqual([]);
  await field.fill('plums');
  await expect(meter).toHaveAttribute('data-level', 'short');
  await field.fill('password1');
  await expect(meter).toHaveAttribute('data-level', 'weak');
  await field.fill('x7#Kq9!z');
  await expect(meter).toHaveAttribute('data-level', 'fair');
  await expect(meter).toContainText('15 characters or a phrase would be better');
  await field.fill(password);
  await expect(meter).toHaveAttribute('data-level', 'strong');
  expect(workers).toHaveLength(1);
});

test('AUT-6 with sign-up off the page does not exist, and nothing links to it', async ({ page }) => {
  await withPageData(page, (data) => {
    data.authentication = { enabled: true, signin: true, signup: false };
  });
  await page.goto('/signup');
  await expect(page).toHaveTitle('404 - Page Not Found');
  await page.goto('/about');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Create account' })).toHaveCount(0);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
});

test('a plan chosen earlier is named, and sent along', async ({ page }) => {
  await page.goto('/signup/identity');
  await expect(page.locator('main')).toContainText('You chose Identity Plus.');
  const sent = page.waitForRequest('**/api/v2/signup');
  await page.getByRole('textbox', { name: 'Email address' }).fill(newEmail('plan'));
  for (const one of ['password', 'password_confirm']) await page.locator(`[name=${one}]`).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  expect(new URLSearchParams((await sent).postData() ?? '').get('plan_code')).toBe('identity');
});

test('AUT-7 a forgotten password is reset by email', async ({ people, page, signIn }) => {
  const person = await people.customer();
  await page.goto('/signin');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  // The sign-in page has such a field, too, and stays until the next page is loaded.
  await expect(page).toHaveURL('/forgot');
  await page.getByRole('textbox', { name: 'Email address' }).fill(person.email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email');
  const key = linkKey(await people.mailTo(person.email, /password/i), 'forgot');
  await page.goto(`/forgot/${key}`);
  for (const one of ['password', 'password_confirm'])
    await page.locator(`[name=${one}]`).fill('eight pears on the sill');
  await page.getByRole('button', { name: 'Save new password' }).click();
  await expect(page.getByText('Your password has been changed.')).toBeVisible();
  await page.getByRole('button', { name: 'Stay here' }).click();
  await expect(page.getByText('Staying on this page.')).toBeVisible();
  await page.waitForTimeout(3_300);
  await expect(page).toHaveURL(`/forgot/${key}`);
  await page.getByRole('link', { name: 'Sign in now' }).click();
  await signIn.fill(person.email, 'eight pears on the sill');
  await expect(page).toHaveURL('/dashboard');

  await page.context().clearCookies();
  await page.goto(`/forgot/${key}`);
  for (const one of ['password', 'password_confirm']) await page.locator(`[name=${one}]`).fill('nine figs in a basket');
  await page.getByRole('button', { name: 'Save new password' }).click();
  await expect(signIn.error).toContainText('This reset link is no longer valid.');
  await expect(page.getByRole('link', { name: 'Ask for a new link' })).toBeVisible();
});
