import { expect, test } from './support/fixtures.ts';

test('AUT-1 DASH-5 a visitor is sent to sign in, and then back to where they wanted to go', async ({
  people,
  signIn,
  page,
}) => {
  const { email, password } = await people.customer();
  await page.goto('/account?x=1');
  await expect(page).toHaveURL('/signin?redirect=%2Faccount%3Fx%3D1');
  await expect(signIn.heading).toHaveText('Sign in');
  await signIn.fill(email, password);
  await expect(page).toHaveURL('/account?x=1');
  await expect(page.getByRole('banner')).toContainText(email);
});

for (const evil of ['//evil.example', 'https:evil.example', '/\\evil.example', 'javascript:alert(1)', '/signin']) {
  test(`AUT-2 a redirect to ${evil} leads to the dashboard`, async ({ people, signIn, page }) => {
    const { email, password } = await people.customer();
    await signIn.open(`?redirect=${encodeURIComponent(evil)}`);
    await signIn.fill(email, password);
    await expect(page).toHaveURL('/dashboard');
  });
}

test('AUT-3 a wrong password, an unknown address and an unverified account get the same answer', async ({
  people,
  signIn,
  page,
}) => {
  const { email } = await people.customer();
  const unverified = await people.unverified();
  const texts: (string | null)[] = [];
  for (const [address, password] of [
    [email, 'not the password'],
    ['nobody@example.com', 'not the password'],
    [unverified.email, unverified.password],
  ] as const) {
    await signIn.open();
    await signIn.fill(address, password);
    await expect(signIn.error).toBeFocused();
    texts.push(await signIn.error.textContent());
    await expect(signIn.email).toHaveValue(address);
    await expect(signIn.password).toHaveValue(password);
  }
  expect(new Set(texts).size).toBe(1);
  expect(texts[0]).toContain('Check the email address and the password.');
  await expect(page).toHaveURL('/signin');
});

test('AUT-4 the session ends with the browser unless it is to be remembered', async ({
  people,
  signIn,
  context,
  page,
}) => {
  const { email, password } = await people.customer();
  const lives = async () => Object.fromEntries((await context.cookies()).map(({ name, expires }) => [name, expires]));
  await signIn.open();
  await signIn.fill(email, password);
  await expect(page).toHaveURL('/dashboard');
  expect((await lives()).sess).toBe(-1);
  expect(await lives()).not.toHaveProperty('sess-rm');
  await context.clearCookies();
  await signIn.open();
  await signIn.remember.check();
  await signIn.fill(email, password);
  await expect(page).toHaveURL('/dashboard');
  expect((await lives())['sess-rm']).toBeGreaterThan(Date.now() / 1000 + 6 * 86_400);
});

test('AUT-11 password managers find their fields', async ({ signIn, page }) => {
  await signIn.open();
  await expect(signIn.email).toHaveAttribute('autocomplete', 'username');
  await expect(signIn.email).toHaveAttribute('type', 'email');
  await expect(signIn.password).toHaveAttribute('autocomplete', 'current-password');
  await page.goto('/signup');
  await expect(page.locator('[name=password]')).toHaveAttribute('autocomplete', 'new-password');
  await expect(page.locator('[name=password_confirm]')).toHaveAttribute('autocomplete', 'new-password');
});

test('K9 signing in needs no mouse, and an empty form says what is missing', async ({ people, signIn, page }) => {
  const { email, password } = await people.customer();
  await signIn.open('?redirect=%2Faccount');
  await signIn.email.focus();
  await page.keyboard.press('Enter');
  await expect(signIn.error).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(signIn.email).toBeFocused();
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/account');
});

test('AUT-12 second step: a wrong code, then a recovery code, each valid once', async ({
  people,
  signIn,
  page,
  otherBrowser,
  accountMenu,
}) => {
  const { email, password, recoveryCodes } = await people.colonel({ secondFactor: true });
  await signIn.open('?redirect=%2Faccount');
  await signIn.fill(email, password);
  await expect(signIn.heading).toHaveText('One more step');
  await expect(signIn.code).toBeFocused();
  await expect(signIn.code).toHaveAttribute('autocomplete', 'one-time-code');
  await signIn.code.fill('000000');
  await signIn.submit.click();
  await expect(signIn.error).toContainText('That code is not right.');
  // For every wrong code: whether it is right at another time must not be said.
  await expect(signIn.error).toContainText('check the clock of the device that shows them');
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await signIn.code.fill(recoveryCodes[0] ?? '');
  await signIn.submit.click();
  await expect(page).toHaveURL('/account');
  await accountMenu.button.click();
  await expect(accountMenu.item('Colonel')).toBeVisible();

  const again = await otherBrowser();
  await again.goto('/signin');
  await again.getByRole('textbox', { name: 'Email address' }).fill(email);
  await again.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
  await again.getByRole('button', { name: 'Sign in' }).click();
  await again.getByRole('button', { name: 'Use a recovery code' }).click();
  await again.locator('#second-step-code').fill(recoveryCodes[0] ?? '');
  await again.getByRole('button', { name: 'Sign in' }).click();
  await expect(again.getByRole('alert')).toContainText('That code is not right.');
});

test('a customer who is already signed in gets the dashboard instead of the sign-in and sign-up pages', async ({
  people,
  enterAs,
  page,
}) => {
  await enterAs(await people.customer());
  for (const path of ['/signin', '/signup', '/']) {
    await page.goto(path);
    await expect(page).toHaveURL('/dashboard');
  }
});

test('when too many tried an address, its owner signs in with one press: the captcha is solved meanwhile', async ({
  people,
  page,
  signIn,
}) => {
  const person = await people.customer();
  const payloads: (string | null)[] = [];
  await page.route('**/api/v2/signin', async (route) => {
    payloads.push(new URLSearchParams(route.request().postData() ?? '').get('authenticity_payload'));
    if (payloads.length > 1) return await route.continue();
    const body = { message: 'Too many tries', success: false, code: 'captcha_required' };
    await route.fulfill({ status: 400, contentType: 'application/json', body: JSON.stringify(body) });
  });
  await signIn.open();
  await expect(page.getByTestId('captcha')).toHaveCount(0);
  await signIn.fill(person.email, person.password);
  await expect(page).toHaveURL('/dashboard');
  expect(payloads).toEqual([null, expect.stringMatching(/^[\w+/=]+$/)]);
});

test('a sign-in whose answer is lost says so, keeps what was typed, and works when it is sent again', async ({
  people,
  page,
  signIn,
  guard,
}) => {
  guard.allow(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/);
  const { email, password } = await people.customer();
  let sent = 0;
  await page.route('**/api/v2/signin', async (route) => {
    sent += 1;
    if (sent > 1) return route.continue();
    await route.fetch();
    await route.abort('failed');
  });
  await signIn.open();
  await signIn.fill(email, password);
  await expect(signIn.error).toBeFocused();
  await expect(signIn.email).toHaveValue(email);
  await expect(signIn.password).toHaveValue(password);
  await signIn.submit.click();
  await expect(page).toHaveURL('/dashboard');
});

test('reload and back at the second step lead to the password again, and to no error', async ({
  people,
  page,
  signIn,
}) => {
  const { email, password, recoveryCodes } = await people.colonel({ secondFactor: true });
  await signIn.open('?redirect=%2Faccount');
  await signIn.fill(email, password);
  await expect(signIn.code).toBeFocused();
  await page.reload();
  await expect(signIn.heading).toHaveText('Sign in');
  await page.goto('/about');
  await page.goBack();
  await expect(page).toHaveURL('/signin?redirect=%2Faccount');
  await signIn.fill(email, password);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await signIn.code.fill(recoveryCodes[0] ?? '');
  await signIn.submit.click();
  await expect(page).toHaveURL('/account');
});
