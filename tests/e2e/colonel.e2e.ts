import { concealAs } from '../support/customer-secrets.ts';
import { ready } from '../support/pages/home-page.ts';
import { expect, test } from './support/fixtures.ts';

test('COL-1 the page is for colonels with the second factor; for customers it does not exist', async ({
  people,
  enterAs,
  page,
  otherBrowser,
  texts,
}) => {
  await enterAs(await people.colonel({ secondFactor: true }));
  await page.goto('/colonel');
  await ready(page);
  const rail = page.getByRole('navigation', { name: texts.colonel.frame.navigation });
  await expect(rail.getByRole('link', { name: texts.colonel.frame.sections.overview })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(page.locator('main').getByRole('heading', { level: 2 }).first()).toBeVisible();
  const other = await otherBrowser();
  await enterAs(await people.customer(), other);
  const answer = await other.goto('/colonel');
  expect(answer?.status()).toBe(404);
  await expect(other).toHaveTitle(texts.core.pages.notFound.title);
  await expect(other.getByText(texts.colonel.frame.admin, { exact: true })).toHaveCount(0);
});

test('COL-15 a colonel without two-step sign-in is sent to the account page, which says why', async ({
  people,
  enterAs,
  page,
  texts,
}) => {
  await enterAs(await people.colonel({ secondFactor: false }));
  await page.goto('/colonel');
  await expect(page).toHaveURL('/account');
  await expect(page.locator('main').getByText(texts.public.notices.colonelTwoStep)).toBeVisible();
  await expect(page.getByRole('button', { name: texts.app.account.twoStep.turnOn })).toBeVisible();
});

test('COL-15 signing in to the administration without a second step ends on the account page too', async ({
  people,
  page,
  signIn,
  texts,
}) => {
  const { email, password } = await people.colonel({ secondFactor: false });
  await page.goto('/colonel');
  await expect(page).toHaveURL(/signin/);
  await signIn.fill(email, password);
  await expect(page).toHaveURL('/account');
  await expect(page.locator('main').getByText(texts.public.notices.colonelTwoStep)).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('the parts of the administration are in a drawer that Escape closes', async ({
    people,
    enterAs,
    page,
    texts,
  }) => {
    await enterAs(await people.colonel({ secondFactor: true }));
    await page.goto('/colonel');
    await ready(page);
    const { frame } = texts.colonel;
    const open = page.getByRole('button', { name: frame.open });
    await open.press('Enter');
    const drawer = page.getByRole('dialog', { name: frame.navigation });
    await expect(drawer.getByRole('link', { name: frame.sections.overview })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer).toHaveCount(0);
    await expect(open).toBeFocused();
  });
});

test('COL-9 no complete key is on the page', async ({ people, enterAs, page, api }) => {
  await api.conceal('tea at 5?');
  await enterAs(await people.colonel({ secondFactor: true }));
  await page.goto('/colonel');
  await ready(page);
  await expect(page.locator('main').getByRole('heading', { level: 2 })).toHaveCount(3);
  await expect(page.locator('main')).not.toContainText(/\b[0-9a-z]{31}\b/);
});

test('a customer of the list has a page that tells what all services know; an unknown one has none', async ({
  people,
  enterAs,
  page,
  otherBrowser,
  texts,
}) => {
  const customer = await people.customer();
  await concealAs(customer, 'tea at five');
  await enterAs(await people.colonel({ secondFactor: true }));
  await page.goto('/colonel');
  await ready(page);
  await page.locator('main').getByRole('link', { name: customer.email }).click();
  await expect(page).toHaveURL(/\/colonel\/customers\/[0-9a-f-]{36}$/);
  const { customer: words } = texts.colonel;
  const section = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(section(words.account)).toContainText(customer.email);
  await expect(section(words.account)).toContainText(texts.app.account.twoStep.off);
  await expect(section(words.secrets.title)).toContainText(`${words.secrets.notReceived}1`);
  await expect(section(words.emails.title)).toContainText(`${words.emails.sent}1`);
  await expect(section(words.emails.title)).toContainText(words.emails.noFailure);
  const address = page.url();
  const other = await otherBrowser();
  await enterAs(customer, other);
  expect((await other.goto(address))?.status()).toBe(404);
  await page.goto('/colonel/customers/nobody');
  await expect(page).toHaveTitle(texts.core.pages.notFound.title);
});
