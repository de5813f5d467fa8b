import { totpCode } from '../support/totp.ts';
import { expect, test } from './support/fixtures.ts';
import { withPageData } from './support/page-data.ts';

test('ACC-1 the profile shows the customer id, the plan shows its limits', async ({ people, enterAs, account }) => {
  const person = await people.customer();
  await enterAs(person);
  await account.open();
  await expect(account.profile).toContainText(person.email);
  await expect(account.plan).toContainText('Basic');
  await expect(account.plan).toContainText('10,000 characters');
  await expect(account.plan).toContainText('14 days');
  await expect(account.plan).toContainText('up to 5 recipients through the API, one on this site; 50 emails a day');
});

test('ACC-2 a new password needs the current one; afterwards only the new one signs in', async ({
  people,
  enterAs,
  account,
  page,
  signIn,
}) => {
  const person = await people.customer();
  await enterAs(person);
  await account.open('security');
  const current = account.password.getByRole('textbox', { name: 'Current password' });
  const fill = async (was: string, next: string) => {
    await current.fill(was);
    await account.password.locator('[name=newp]').fill(next);
    await account.password.locator('[name=newp2]').fill(next);
    await account.password.getByRole('button', { name: 'Change password' }).click();
  };
  await fill('not it', 'eight pears on the sill');
  await expect(account.password.getByRole('alert')).toContainText('Current password is incorrect');
  await expect(current).toHaveAttribute('aria-invalid', 'true');
  await fill(person.password, person.password);
  await expect(account.password.getByRole('alert')).toContainText(
    'New password cannot be the same as current password',
  );
  await fill(person.password, 'eight pears on the sill');
  await expect(account.password).toContainText('Your password has been changed.');
  await expect(current).toHaveValue('');
  await page.reload();
  await account.sessions.waitFor();
  await page.context().clearCookies();
  await signIn.open();
  await signIn.fill(person.email, person.password);
  await expect(signIn.error).toBeVisible();
  await signIn.fill(person.email, 'eight pears on the sill');
  await expect(page).toHaveURL('/dashboard');
});

test('owners see what was recorded of their account and secrets, and download it', async ({
  people,
  enterAs,
  account,
  page,
  texts,
}) => {
  await enterAs(await people.customer());
  await account.open('data');
  const { trail } = texts.app.account;
  const section = account.trail;
  await section.getByRole('button', { name: trail.show }).click();
  await expect(section.getByRole('listitem').first()).toBeVisible();
  await expect(section).toContainText('security.signed_in');
  const saved = page.waitForEvent('download');
  await section.getByRole('button', { name: trail.ndjson }).click();
  expect((await saved).suggestedFilename()).toMatch(/^onceover-audit-.*\.ndjson$/);
  await expect(page).toHaveURL('/account/data');
});

test('ACC-3 the language is stored on the server; a refusal is shown', async ({ people, enterAs, account, page }) => {
  const person = await people.customer();
  await enterAs(person);
  await account.open();
  const saved = page.waitForResponse('**/api/v2/account/update-locale');
  await account.language.getByRole('combobox').selectOption('he');
  expect((await saved).status()).toBe(200);
  await expect(page.locator('html')).toHaveAttribute('lang', 'he');
  const { json } = await person.browser.get('/api/v2/authcheck');
  expect(json.record.locale).toBe('he');
  await page.route('**/api/v2/account/update-locale', (route) =>
    route.fulfill({ status: 400, json: { message: 'Locale could not be updated.', code: 'bad_locale' } }),
  );
  await page.getByRole('combobox').first().selectOption('en');
  await expect(page.locator('main')).toContainText('Failed to update language: Locale could not be updated.');
});

for (const [status, answer, words] of [
  [400, {}, 'Failed to update language: Unknown error'],
  [503, { message: 'later' }, 'An unexpected error occurred while updating the language'],
] as const) {
  test(`a language that cannot be stored is reported as specified: "${words}"`, async ({
    people,
    enterAs,
    account,
    page,
    guard,
  }) => {
    guard.allow(new RegExp(`status of ${status}`));
    await enterAs(await people.customer());
    await account.open();
    await page.route('**/api/v2/account/update-locale', (route) => route.fulfill({ status, json: answer }));
    const language = page.getByRole('main').getByRole('combobox').first();
    await language.selectOption('he');
    await expect(page.locator('html')).toHaveAttribute('lang', 'he');
    await language.selectOption('en');
    await expect(page.getByRole('main')).toContainText(words);
  });
}

test('ACC-4 the theme applies at once', async ({ people, enterAs, account, page }) => {
  await enterAs(await people.customer());
  await account.open();
  await page.getByRole('region', { name: 'Appearance' }).getByRole('radio', { name: 'Dark' }).check({ force: true });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await page.evaluate(() => localStorage.getItem('darkMode'))).toBe('true');
});

test('ACC-5 other sessions can be ended, one by one or all at once', async ({ people, enterAs, account }) => {
  const person = await people.customer();
  const others = [await people.signedIn(person), await people.signedIn(person), await people.signedIn(person)];
  await enterAs(person);
  await account.open('security');
  await expect(account.sessions.getByRole('listitem')).toHaveCount(4);
  await expect(account.sessions.getByText('This session')).toHaveCount(1);
  await account.sessions.getByRole('listitem').getByRole('button').first().click();
  await expect(account.sessions.getByRole('listitem')).toHaveCount(3);
  await account.sessions.getByRole('button', { name: 'Sign out all others' }).click();
  await expect(account.sessions.getByRole('listitem')).toHaveCount(1);
  for (const other of others) expect((await other.get('/api/v2/authcheck')).status).toBe(403);
  expect((await person.browser.get('/api/v2/authcheck')).status).toBe(200);
});

test('ACC-6 deleting asks for the id and the password, then leaves nothing behind', async ({
  people,
  enterAs,
  account,
  page,
  signIn,
}) => {
  const person = await people.customer();
  await enterAs(person);
  await account.open('data');
  const { danger } = account;
  const submit = danger.getByRole('button', { name: 'Delete permanently' });
  await danger.getByRole('button', { name: 'Delete this account' }).click();
  await danger.locator('[name=custid]').fill('somebody@example.com');
  await submit.click();
  await expect(danger.getByRole('alert')).toContainText('That is not the email address of this account.');
  await danger.locator('[name=custid]').fill(person.email);
  await submit.click();
  await expect(danger.getByRole('alert')).toContainText('Password confirmation is required.');
  await danger.locator('[name=confirmation]').fill('not the password');
  await submit.click();
  await expect(danger.getByRole('alert')).toContainText('Please check the password.');
  await danger.locator('[name=confirmation]').fill(person.password);
  await submit.click();
  await expect(page).toHaveURL('/');
  await signIn.open();
  await signIn.fill(person.email, person.password);
  await expect(signIn.error).toBeVisible();
});

test('ACC-7 two-step sign-in is turned on with an app, used and turned off', async ({
  people,
  enterAs,
  account,
  page,
  signIn,
}) => {
  const person = await people.customer();
  await enterAs(person);
  await account.open('security');
  const { twoStep } = account;
  const state = twoStep.getByTestId('two-step-state');
  await expect(state).toHaveText('Off');
  await twoStep.getByRole('button', { name: 'Turn on' }).click();
  await twoStep.locator('[name=password]').fill('not it');
  await twoStep.getByRole('button', { name: 'Next' }).click();
  await expect(twoStep.getByRole('alert')).toContainText('Current password is incorrect');
  await twoStep.locator('[name=password]').fill(person.password);
  await twoStep.getByRole('button', { name: 'Next' }).click();
  await expect(twoStep.getByRole('img', { name: /QR code/ })).toBeVisible();
  const key = (await twoStep.getByTestId('manual-key').textContent()) ?? '';
  await twoStep.locator('[name=code]').fill('000000');
  await twoStep.getByRole('button', { name: 'Turn on two-step sign-in' }).click();
  await expect(twoStep.getByRole('alert')).toContainText('That code is not right.');
  await twoStep.locator('[name=code]').fill(totpCode(key));
  await twoStep.getByRole('button', { name: 'Turn on two-step sign-in' }).click();
  const shown = twoStep.getByTestId('recovery-codes').getByRole('listitem');
  await expect(shown).toHaveCount(10);
  const codes = await shown.allTextContents();
  await expect(state).toHaveText('On. Recovery codes left: 10.');
  await twoStep.getByRole('button', { name: "I've saved these" }).click();
  await expect(twoStep.getByTestId('recovery-codes')).toHaveCount(0);

  await page.context().clearCookies();
  await signIn.open('?redirect=%2Faccount%2Fsecurity');
  await signIn.fill(person.email, person.password);
  await signIn.code.fill(totpCode(key, 1));
  await signIn.submit.click();
  await expect(page).toHaveURL('/account/security');
  await twoStep.getByRole('button', { name: 'Turn off' }).click();
  await twoStep.locator('[name=password]').fill(person.password);
  await twoStep.locator('[name=code]').fill(codes[0] ?? '');
  await twoStep.getByRole('button', { name: 'Turn off' }).click();
  await expect(state).toHaveText('Off');
});

test('API tokens are created, shown once and revoked', async ({ people, enterAs, account, page, baseURL }) => {
  const person = await people.customer();
  await enterAs(person);
  await account.open('programs');
  const { tokens } = account;
  await tokens.getByRole('button', { name: 'Create API token' }).click();
  const token = (await tokens.getByTestId('fresh-token').textContent()) ?? '';
  expect(token).toMatch(/^[0-9a-f]{40}$/);
  const headers = { Authorization: `Basic ${Buffer.from(`${person.email}:${token}`).toString('base64')}` };
  const asProgram = () => fetch(`${baseURL}/api/v2/authcheck`, { headers }).then(({ status }) => status);
  expect(await asProgram()).toBe(200);
  await tokens.getByRole('button', { name: "I've saved it" }).click();
  await expect(page.getByText(token)).toHaveCount(0);
  await tokens.getByRole('button', { name: 'Create a token with fewer permissions' }).click();
  await tokens.getByRole('button', { name: 'Create token' }).click();
  await expect(tokens.getByRole('alert')).toContainText('Give the token a name');
  await tokens.getByRole('textbox', { name: 'Name' }).fill('backup script');
  await tokens.getByRole('checkbox', { name: 'List recent secrets' }).check();
  await tokens.getByRole('button', { name: 'Create token' }).click();
  await expect(tokens.getByTestId('fresh-token')).toBeVisible();
  await expect(tokens.getByRole('listitem').filter({ hasText: 'backup script' })).toContainText('List recent secrets');
  await expect(tokens.getByRole('listitem').filter({ hasText: 'backup script' })).toContainText('Not used yet');
  await expect(tokens.getByRole('listitem').filter({ hasText: 'Revoke' }).last()).toContainText(
    /Last used .+ · from 127\.0\.0\.0\/24/,
  );
  await tokens.getByRole('button', { name: 'Revoke api' }).click();
  await expect(tokens.getByRole('listitem')).toHaveCount(1);
  expect(await asProgram()).toBe(403);
});

test('UPG-1 UPG-3 UPG-4 the upgrade dialog closes in three ways, and returns the focus', async ({
  people,
  enterAs,
  page,
  accountMenu,
}) => {
  await enterAs(await people.customer());
  await page.goto('/dashboard');
  const open = async () => {
    await accountMenu.button.click();
    await accountMenu.item('Upgrade').click();
  };
  const dialog = page.getByRole('dialog');
  const ways = [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(5, 5),
    () => dialog.getByRole('button', { name: 'Maybe Later' }).click(),
  ];
  for (const close of ways) {
    await open();
    await expect(dialog.getByRole('heading', { level: 2 })).toBeFocused();
    await close();
    await expect(dialog).toHaveCount(0);
    await expect(accountMenu.button).toBeFocused();
  }
  await open();
  await expect(dialog.getByTestId('plan-identity')).toContainText('$35');
  await dialog.getByRole('radio', { name: 'Yearly' }).check({ force: true });
  await expect(dialog.getByTestId('plan-identity')).toContainText('$365');
  await expect(dialog.getByTestId('plan-identity')).toContainText('save $55');
  await expect(dialog.getByTestId('plan-globalElite')).toContainText('$2,545');
  await expect(dialog.getByTestId('plan-globalElite')).toContainText('Coming soon');
});

for (const isEnabled of [true, false]) {
  test(`UPG-2 UPG-5 testimonials ${isEnabled ? 'are labelled' : 'are absent'} according to the flag`, async ({
    people,
    enterAs,
    page,
    accountMenu,
  }) => {
    await enterAs(await people.customer());
    await withPageData(page, (data) => {
      data.testimonialsEnabled = isEnabled;
    });
    await page.goto('/dashboard');
    await accountMenu.button.click();
    await accountMenu.item('Upgrade').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    const voice = page.getByTestId('testimonial');
    await expect(voice).toHaveCount(isEnabled ? 1 : 0);
    if (isEnabled) await expect(voice).toContainText('AI-generated');
  });
}
