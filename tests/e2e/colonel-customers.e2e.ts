import { concealAs } from '../support/customer-secrets.ts';
import { ready } from '../support/pages/home-page.ts';
import { SignInPage } from '../support/pages/sign-in-page.ts';
import { expect, test } from './support/fixtures.ts';

test('COL-1 the customers page finds one by the whole address or by id; for customers it does not exist', async ({
  people,
  enterAs,
  page,
  otherBrowser,
  texts,
}) => {
  const { search, customer: words, frame } = texts.colonel;
  const customer = await people.customer();
  await enterAs(await people.colonel({ secondFactor: true }));
  await page.goto('/colonel');
  await ready(page);
  await page
    .getByRole('navigation', { name: frame.navigation })
    .getByRole('link', { name: frame.sections.customers })
    .click();
  await expect(page).toHaveURL('/colonel/customers');
  const field = page.getByRole('textbox', { name: search.label });
  await field.fill('nobody@example.com');
  await field.press('Enter');
  await expect(page.locator('main').getByText(search.nobody)).toBeVisible();
  await field.fill(customer.email.toUpperCase());
  await field.press('Enter');
  await expect(page).toHaveURL(/\/colonel\/customers\/[0-9a-f-]{36}$/);
  const account = page.getByRole('region', { name: words.account, exact: true });
  await expect(account).toContainText(customer.email);
  const id = page.url().slice(-36);
  await page.goBack();
  await field.fill(id);
  await field.press('Enter');
  await expect(account).toContainText(customer.email);
  const other = await otherBrowser();
  await enterAs(customer, other);
  expect((await other.goto('/colonel/customers'))?.status()).toBe(404);
});

test('a colonel changes a plan by keyboard; an old proof asks for password and code, then it goes on by itself', async ({
  people,
  enterAs,
  page,
  texts,
}) => {
  const { manage, customer: words } = texts.colonel;
  const customer = await people.customer();
  const colonel = await people.colonel({ secondFactor: true });
  await enterAs(colonel);
  await page.goto('/colonel/customers');
  await ready(page);
  await page.locator('main').getByRole('link', { name: customer.email }).click();
  let isOld = true;
  await page.route('**/graphql', async (route) => {
    const { operationName } = route.request().postDataJSON();
    if (!isOld || operationName !== 'ChangeCustomerPlan') return await route.continue();
    isOld = false;
    const refusal = {
      __typename: 'ReauthenticationRequired',
      code: 'account.reauthentication-required',
      message: 'Confirm with your password and a code, then try again.',
    };
    await route.fulfill({ json: { data: { changeCustomerPlan: refusal } } });
  });
  const open = page.getByRole('button', { name: manage.open.plan });
  await open.press('Enter');
  const dialog = page.getByRole('dialog', { name: manage.open.plan });
  await dialog.getByRole('combobox', { name: manage.plan }).selectOption('identity');
  await dialog.getByRole('combobox', { name: manage.reason }).selectOption('BILLING');
  await dialog.getByRole('textbox').fill(page.url().slice(-8));
  await dialog.getByRole('button', { name: manage.submit.plan }).press('Enter');
  const confirm = page.getByRole('dialog', { name: manage.confirm.title });
  await expect(confirm.getByLabel(manage.password)).toBeFocused();
  await confirm.getByLabel(manage.password).fill('not the password');
  await confirm.getByLabel(manage.code).fill(colonel.recoveryCodes.at(-1) ?? '');
  await confirm.getByLabel(manage.code).press('Enter');
  await expect(confirm.getByRole('alert')).toContainText(texts.app.refusals.bad_password);
  await confirm.getByLabel(manage.password).fill(colonel.password);
  await confirm.getByLabel(manage.code).press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('region', { name: words.account, exact: true })).toContainText('Identity');
});

test('ending the sessions of a customer needs the end of their id, and signs them out', async ({
  people,
  enterAs,
  page,
  otherBrowser,
  texts,
}) => {
  const { manage } = texts.colonel;
  const customer = await people.customer();
  const other = await otherBrowser();
  await enterAs(customer, other);
  await enterAs(await people.colonel({ secondFactor: true }));
  await page.goto('/colonel/customers');
  await ready(page);
  await page.locator('main').getByRole('link', { name: customer.email }).click();
  await expect(page.getByTestId('sessions').getByRole('listitem').first()).toBeVisible();
  await page.getByRole('button', { name: manage.open.sessions }).click();
  const dialog = page.getByRole('dialog', { name: manage.open.sessions });
  const end = dialog.getByRole('button', { name: manage.submit.sessions });
  await expect(end).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByRole('textbox').fill(page.url().slice(-8));
  await end.click();
  await expect(page.getByText(manage.none)).toBeVisible();
  await other.goto('/account');
  await expect(other).toHaveURL(/signin/);
});

test('a colonel removes the second factor of a customer: signed out and told, they sign in with the password alone', async ({
  people,
  enterAs,
  page,
  otherBrowser,
  texts,
}) => {
  const { manage, customer: words } = texts.colonel;
  const customer = await people.customer();
  await people.enableTwoStep(customer);
  const codes = customer.recoveryCodes.length;
  const other = await otherBrowser();
  await enterAs({ ...customer, browser: await people.signedIn(customer) }, other);
  expect(customer.recoveryCodes).toHaveLength(codes - 1);
  await enterAs(await people.colonel({ secondFactor: true }));
  await page.goto('/colonel/customers');
  await ready(page);
  await page.locator('main').getByRole('link', { name: customer.email }).click();
  const account = page.getByRole('region', { name: words.account, exact: true });
  await expect(account.getByText(words.on, { exact: true })).toBeVisible();
  const open = page.getByRole('button', { name: manage.open.twoStep });
  await open.press('Enter');
  const dialog = page.getByRole('dialog', { name: manage.open.twoStep });
  await expect(dialog.getByRole('button', { name: manage.submit.twoStep })).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByRole('combobox', { name: manage.reason }).selectOption('OWNER_ASKED');
  await dialog.getByRole('textbox').fill(page.url().slice(-8));
  await dialog.getByRole('textbox').press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(account).toContainText(texts.app.account.twoStep.off);
  await expect(open).toHaveCount(0);
  await other.goto('/account');
  await expect(other).toHaveURL(/signin/);
  await people.signedIn(customer);
  expect(customer.recoveryCodes).toHaveLength(codes - 1);
  await people.mailTo(customer.email, /Two-step sign-in was turned off/);
});

test('a colonel disables a customer, who is signed out, refused as for a wrong password and told; and enables them', async ({
  people,
  enterAs,
  page,
  otherBrowser,
  api,
  texts,
}) => {
  const { manage, customer: words, customers } = texts.colonel;
  const customer = await people.customer();
  const { secretKey } = await concealAs(customer, 'tea at five');
  const other = await otherBrowser();
  await enterAs(customer, other);
  await enterAs(await people.colonel({ secondFactor: true }));
  await page.goto('/colonel/customers');
  await ready(page);
  await page.locator('main').getByRole('link', { name: customer.email }).click();
  const change = async (what: 'disable' | 'enable') => {
    await page.getByRole('button', { name: manage.open[what] }).press('Enter');
    const dialog = page.getByRole('dialog', { name: manage.open[what] });
    await expect(dialog).toContainText(manage.text[what]);
    await dialog.getByRole('combobox', { name: manage.reason }).selectOption('ABUSE');
    await dialog.getByRole('textbox').fill(page.url().slice(-8));
    await dialog.getByRole('textbox').press('Enter');
    await expect(dialog).toHaveCount(0);
  };
  await change('disable');
  await expect(page.locator('main').getByText(words.disabled)).toBeVisible();
  await other.goto('/account');
  await expect(other).toHaveURL(/signin/);
  const signIn = new SignInPage(other, texts);
  await signIn.email.fill(customer.email);
  await signIn.password.fill(customer.password);
  await signIn.submit.click();
  await expect(signIn.error).toContainText(texts.public.refusals.bad_credentials);
  await people.mailTo(customer.email, /Your account was disabled/);
  expect((await api.reveal(secretKey)).status).toBe(200);

  await page.goto('/colonel/customers?access=disabled');
  await ready(page);
  const listed = page.locator('main li').filter({ hasText: customer.email });
  await expect(listed.getByText(customers.disabled, { exact: true })).toBeVisible();
  await listed.getByRole('link').click();
  await change('enable');
  await expect(page.locator('main').getByText(words.disabled)).toHaveCount(0);
  await people.mailTo(customer.email, /Your account was enabled again/);
  await people.signedIn(customer);
});

test('a colonel changes nothing about their own account here', async ({ people, enterAs, page, texts }) => {
  const colonel = await people.colonel({ secondFactor: true });
  await enterAs(colonel);
  await page.goto('/colonel/customers');
  await ready(page);
  await page.locator('main').getByRole('link', { name: colonel.email }).click();
  await expect(page.getByText(texts.colonel.manage.own)).toBeVisible();
  await expect(page.getByRole('button', { name: texts.colonel.manage.open.twoStep })).toHaveCount(0);
});

test('COL-1 the feedback page lists what people wrote by day; for customers it does not exist', async ({
  people,
  enterAs,
  page,
  otherBrowser,
  texts,
}) => {
  const { feedback, frame } = texts.colonel;
  const customer = await people.customer();
  const said = `It works, ${crypto.randomUUID()}`;
  const answer = await customer.browser.post('/api/v2/feedback', { msg: said });
  expect(answer.status).toBe(200);
  await enterAs(await people.colonel({ secondFactor: true }));
  await page.goto('/colonel');
  await ready(page);
  const rail = page.getByRole('navigation', { name: frame.navigation });
  await rail.getByRole('link', { name: frame.sections.feedback }).click();
  await expect(page).toHaveURL('/colonel/feedback');
  await expect(page.getByRole('region', { name: feedback.days.today, exact: true })).toContainText(said);
  await expect(page.getByRole('region', { name: feedback.days.older, exact: true })).toContainText(feedback.none);
  const other = await otherBrowser();
  await enterAs(customer, other);
  expect((await other.goto('/colonel/feedback'))?.status()).toBe(404);
});

test('all customers are in the list, a page after the other; plan and address narrow it, and the address keeps that', async ({
  people,
  enterAs,
  page,
  texts,
}) => {
  const { customers: words } = texts.colonel;
  const older = await people.customer({ plan: 'identity' });
  const newer = await people.customer({ plan: 'identity' });
  await enterAs(await people.colonel({ secondFactor: true }));
  // A page of one, so that few customers fill several.
  await page.route('**/graphql', async (route) => {
    const asked = route.request().postDataJSON();
    if (asked.operationName !== 'Customers') return await route.continue();
    await route.continue({ postData: { ...asked, variables: { ...asked.variables, first: 1 } } });
  });
  await page.goto('/colonel/customers?plan=identity');
  await ready(page);
  const rows = page.locator('main li a[href^="/colonel/customers/"]');
  const row = (email: string) => rows.filter({ hasText: email });
  const more = page.getByRole('button', { name: words.more });
  await expect(rows).toHaveCount(1);
  await expect(async () => {
    if ((await row(older.email).count()) === 0) await more.click();
    await expect(row(older.email)).toHaveCount(1, { timeout: 500 });
  }).toPass();
  const emails = await rows.allTextContents();
  expect(emails.indexOf(newer.email)).toBeGreaterThanOrEqual(0);
  expect(emails.indexOf(newer.email)).toBeLessThan(emails.indexOf(older.email));
  expect(new Set(emails).size).toBe(emails.length);

  await page.getByRole('combobox', { name: words.address }).selectOption('unproven');
  await expect(page).toHaveURL('/colonel/customers?plan=identity&address=unproven');
  await expect(row(older.email)).toHaveCount(0);
  await page.getByRole('combobox', { name: words.plan }).selectOption('');
  await expect(page).toHaveURL('/colonel/customers?address=unproven');
  await page.reload();
  await expect(page.getByRole('combobox', { name: words.address })).toHaveValue('unproven');
});
