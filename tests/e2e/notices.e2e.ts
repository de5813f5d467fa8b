import { newEmail } from '../support/people.ts';
import { expect, test } from './support/fixtures.ts';

const longEnough = 'seven plums in the icebox';
const noJavaScript = 'Onceover needs JavaScript to sign in, and to open and create links.';

for (const [path, fields, page, words] of [
  ['/signup', { email: 'nobody' }, '/signup', 'Enter a valid email address'],
  ['/signup/resend', { email: newEmail() }, '/signup/resend', 'Check your email.'],
  ['/forgot', { email: newEmail() }, '/forgot', 'Check your email.'],
  ['/forgot/nothing', { password: longEnough, password_confirm: longEnough }, '/forgot/nothing', 'no longer valid'],
  ['/signin', { email: newEmail(), password: 'x' }, '/signin', 'Check the email address and the password.'],
  ['/feedback', { msg: '' }, '/feedback', 'Please write something before you send it.'],
  ['/incoming', { secret: 'tea', ticketno: 'AB12' }, '/incoming', 'Sent to the support desk.'],
] as const) {
  test(`the answer to a plain form at ${path} is said once on ${page}, and the address is clean`, async ({
    page: tab,
    baseURL,
  }) => {
    const answer = await tab.request.post(path, { form: fields, maxRedirects: 0, headers: { Accept: 'text/html' } });
    expect(answer.status()).toBe(302);
    const location = answer.headers().location ?? '';
    expect(location).toContain(`${page}?notice=`);
    await tab.goto(location);
    await expect(tab.locator('main .notice')).toHaveCount(1);
    await expect(tab.locator('main .notice')).toContainText(words);
    await expect(tab.locator('#announcer-polite, #announcer-assertive').filter({ hasText: words })).toHaveCount(1);
    expect(tab.url()).toBe(`${baseURL}${page}`);
    await tab.reload();
    await expect(tab.locator('h1')).toBeVisible();
    await expect(tab.locator('main .notice')).toHaveCount(0);
  });
}

test('a sign-in by plain form that needs a second step asks for the code, then goes on', async ({
  people,
  page,
  signIn,
}) => {
  const { email, password, recoveryCodes } = await people.colonel({ secondFactor: true });
  const form = { email, password, redirect: '/account' };
  const answer = await page.request.post('/signin', { form, maxRedirects: 0, headers: { Accept: 'text/html' } });
  await page.goto(answer.headers().location ?? '');
  await expect(signIn.heading).toHaveText('One more step');
  await expect(page).toHaveURL('/signin?redirect=%2Faccount');
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await signIn.code.fill(recoveryCodes[0] ?? '');
  await signIn.submit.click();
  await expect(page).toHaveURL('/account');
});

test('a notice stays until the next page; one that nobody knows is nothing', async ({ page, signIn }) => {
  await page.goto('/signin?notice=password_reset&redirect=%2Frecent');
  await expect(page.locator('main .notice')).toContainText('Your password has been changed.');
  await expect(page).toHaveURL('/signin?redirect=%2Frecent');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(signIn.heading).toHaveText('Forgot your password?');
  await expect(page.locator('main .notice')).toHaveCount(0);
  for (const code of ['nothing', 'constructor', '<b>x</b>', 'a.b', '']) {
    await page.goto(`/signin?notice=${encodeURIComponent(code)}`);
    await expect(signIn.heading).toHaveText('Sign in');
    await expect(page).toHaveURL('/signin');
    await expect(page.locator('main .notice')).toHaveCount(0);
  }
});

test('a notice reaches the page that a customer is led on to', async ({ people, enterAs, page }) => {
  await enterAs(await people.customer());
  await page.goto('/signin?notice=rate_limited');
  await expect(page).toHaveURL('/dashboard');
  await expect(page.locator('main .notice')).toHaveCount(1);
});

test('without JavaScript every page of an account says what it needs', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  for (const path of ['/signin', '/signup', '/signup/resend', '/forgot', '/forgot/key', `/secret/${'a'.repeat(31)}`]) {
    await page.goto(`${baseURL}${path}`);
    // Playwright ignores this element, but without scripts its content is laid out all the same.
    const words = await page.locator('noscript').evaluate((element) => element.firstElementChild?.textContent);
    expect(words).toContain(noJavaScript);
  }
  await context.close();
});
