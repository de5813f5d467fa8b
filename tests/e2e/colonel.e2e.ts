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
