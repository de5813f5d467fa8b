import { concealAs } from '../support/customer-secrets.ts';
import { ready } from '../support/pages/home-page.ts';
import { expect, test } from './support/fixtures.ts';

test('COL-1 the page is for colonels with the second factor; for others it does not exist', async ({
  people,
  enterAs,
  page,
  otherBrowser,
  texts,
}) => {
  await enterAs(await people.colonel({ secondFactor: true }));
  await page.goto('/colonel');
  await ready(page);
  await expect(page.locator('main').getByRole('heading', { level: 2 })).toHaveText([
    texts.app.colonel.counts.title,
    texts.app.colonel.customers.title,
    texts.app.colonel.feedback.title,
  ]);
  for (const person of [await people.customer(), await people.colonel({ secondFactor: false })]) {
    const other = await otherBrowser();
    await enterAs(person, other);
    const answer = await other.goto('/colonel');
    expect(answer?.status()).toBe(404);
    await expect(other).toHaveTitle(texts.core.pages.notFound.title);
  }
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
  const { customer: words } = texts.app.colonel;
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
