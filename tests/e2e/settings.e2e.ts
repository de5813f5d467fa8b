import { expect, test } from './support/fixtures.ts';
import { withPageData } from './support/page-data.ts';

test('the footer links to the source where the operator names it, and else has no such link', async ({
  home,
  page,
}) => {
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'GitHub' });
  await home.open();
  await expect(link).toHaveCount(0);
  await withPageData(page, (data) => {
    data.githubUrl = 'https://github.com/acme/onceover';
  });
  await home.open();
  await expect(link).toHaveAttribute('href', 'https://github.com/acme/onceover');
});

test('policies that are off have no links and no pages', async ({ home, page }) => {
  await withPageData(page, (data) => {
    data.policies = 'off';
  });
  await home.open();
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('link', { name: 'About' })).toBeVisible();
  await expect(footer.getByRole('heading', { name: 'Legals' })).toHaveCount(0);
  for (const name of ['Privacy', 'Terms', 'Security']) await expect(footer.getByRole('link', { name })).toHaveCount(0);
  for (const path of ['/info/privacy', '/info/terms', '/info/security']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 - Page Not Found');
  }
});

test('policies are marked as drafts until they are approved', async ({ page }) => {
  let policies = 'drafts';
  await withPageData(page, (data) => {
    data.policies = policies;
  });
  const mark = page.getByText('This text is a draft.');
  await page.goto('/info/privacy');
  await expect(mark).toBeVisible();
  policies = 'approved';
  await page.goto('/info/privacy');
  await expect(page.getByRole('heading', { name: 'Messages' })).toBeVisible();
  await expect(mark).toHaveCount(0);
});

test('where sign-in is off there are no pages of customers', async ({ page }) => {
  await withPageData(page, (data) => {
    data.authentication = { enabled: false, signin: false, signup: false };
  });
  for (const path of [
    '/dashboard',
    '/recent',
    '/account',
    '/account/security',
    '/account/programs',
    '/account/data',
    '/account/domains',
    '/colonel',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText('404 - Page Not Found');
    await expect(page).toHaveURL(path);
  }
});

test('where sign-up is off nothing offers an upgrade', async ({ people, enterAs, accountMenu, page }) => {
  await enterAs(await people.customer());
  await withPageData(page, (data) => {
    data.authentication = { enabled: true, signin: true, signup: false };
    data.plansEnabled = false;
  });
  for (const [path, sign] of [
    ['/dashboard', 'Create secret'],
    ['/account', 'Maximum lifetime'],
    ['/account/domains', 'you need a plan with custom domains'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(sign).first()).toBeVisible();
    await accountMenu.button.click();
    await expect(accountMenu.item('Logout')).toBeVisible();
    await expect(accountMenu.item('Upgrade')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /Upgrade|Compare plans/ }), path).toHaveCount(0);
    await expect(page.locator('a[href="/pricing"], a[href^="/signup"], main a[href="/account/domains"]')).toHaveCount(
      path === '/account' ? 1 : 0,
    );
  }
});

test('the mobile menu stays as it was left, over pages and visits', async ({ home, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await home.open();
  const menu = page.getByRole('button', { name: 'Menu' });
  const about = page.getByRole('banner').getByRole('link', { name: 'About' });
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
  await menu.click();
  await about.click();
  await expect(page).toHaveURL('/about');
  await expect(menu).toHaveAttribute('aria-expanded', 'true');
  await page.reload();
  await expect(about).toBeVisible();
  await menu.click();
  await page.reload();
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
  await expect(about).toBeHidden();
});

test('old addresses of plans lead to signing up with the plan, or to its place among the prices', async ({ page }) => {
  await page.goto('/plans/identity');
  await expect(page).toHaveURL('/signup/identity');
  await page.goto('/plans/dedicated');
  await expect(page).toHaveURL('/pricing#dedicated');
  await expect(page.locator('#dedicated')).toContainText('Global Elite');
  await expect(page.locator('#dedicated')).toBeInViewport();
});

test('STA-2 /translations names every language in its own words, and how to report a mistake', async ({
  page,
  baseURL,
}) => {
  const shell = await (await fetch(`${baseURL}/translations`)).text();
  expect(shell).toContain('<title>Translations · Onceover</title>');
  await page.goto('/about');
  await page.getByRole('main').getByRole('link', { name: 'Translations' }).click();
  await expect(page).toHaveURL('/translations');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(['Translations']);
  const rows = page.getByTestId('languages').locator('tbody tr');
  await expect(rows).toHaveCount(25);
  await expect(rows.locator('th [lang="he"][dir="rtl"]')).toHaveText('עברית');
  await expect(rows.locator('th [lang="zh-Hans-CN"]')).toHaveText('简体中文');
  await page.setViewportSize({ width: 320, height: 640 });
  const linesOf = (names: Element[]) => names.map((name) => `${name.textContent} ${name.getClientRects().length}`);
  const names = await rows.locator('th bdi').evaluateAll(linesOf);
  expect(names.filter((name) => !name.endsWith(' 1'))).toEqual([]);
  await expect(page.getByRole('main').getByRole('link', { name: 'Feedback' })).toHaveAttribute('href', '/feedback');
});
