import { confirmationOf } from '@onceover/schema/confirmation';
import { ready } from '../support/pages/home-page.ts';
import { expect, test } from './support/fixtures.ts';

const zone = `${crypto.randomUUID().slice(0, 8)}.acme-links.com`;

test('a colonel finds a custom domain, opens its owner, and removes it; the owner sees it go without a reload', async ({
  people,
  enterAs,
  page,
  otherBrowser,
  texts,
}) => {
  const { domains: words, manage, frame } = texts.colonel;
  const owner = await people.customer({ plan: 'identity' });
  for (const name of ['once', 'twice']) {
    await owner.browser.graph(
      `mutation { addDomain(input: { domain: "${name}.${zone}" }) { __typename ... on Refusal { code } } }`,
    );
  }
  const theirs = await otherBrowser();
  await enterAs(owner, theirs);
  await theirs.goto('/account/domains');
  await ready(theirs);
  await expect(theirs.getByText(`once.${zone}`)).toBeVisible();

  await enterAs(await people.colonel({ secondFactor: true }));
  await page.goto('/colonel');
  await ready(page);
  await page.getByRole('link', { name: frame.sections.domains, exact: true }).click();
  await expect(page).toHaveURL('/colonel/domains');
  await page.getByRole('searchbox', { name: words.host }).fill(zone);
  const rows = page.locator('li[data-domain]');
  await expect(rows).toHaveCount(2);
  await expect(page).toHaveURL(new RegExp(`host=${zone}$`));
  await page.getByRole('combobox', { name: words.state }).selectOption('WORKING');
  await expect(page.locator('main').getByText(words.noMatch)).toBeVisible();
  await page.getByRole('combobox', { name: words.state }).selectOption('UNPROVEN');
  await expect(rows).toHaveCount(2);
  await page.reload();
  await expect(rows).toHaveCount(2);
  await page.getByRole('link', { name: `Owner of once.${zone}` }).click();
  await expect(page.locator('main')).toContainText(owner.email);
  await page.goBack();

  await page.getByRole('button', { name: `Remove once.${zone}` }).press('Enter');
  const dialog = page.getByRole('dialog', { name: `Remove once.${zone}?` });
  const { json } = await owner.browser.graph(`{ domain(domain: "once.${zone}") { id } }`);
  const submit = dialog.getByRole('button', { name: words.remove });
  await expect(submit).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByRole('combobox', { name: manage.reason }).selectOption('ABUSE');
  await dialog.getByRole('textbox').fill(confirmationOf(json.data.domain.id));
  await dialog.getByRole('textbox').press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(rows).toHaveCount(1);
  await expect(theirs.getByText(`once.${zone}`)).toHaveCount(0, { timeout: 5_000 });
  await expect(theirs.getByText(`twice.${zone}`)).toBeVisible();
});

test('COL-1 for customers there is no page of all domains', async ({ people, enterAs, page }) => {
  await enterAs(await people.customer());
  expect((await page.goto('/colonel/domains'))?.status()).toBe(404);
});
