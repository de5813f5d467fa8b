import { expect, test } from './support/fixtures.ts';

const pages = [
  ['STA-1', '/about', 'About · Onceover', 'About Onceover'],
  ['STA-3', '/info/privacy', 'Privacy · Onceover', 'Privacy'],
  ['STA-4', '/info/terms', 'Terms · Onceover', 'Terms'],
  ['STA-5', '/info/security', 'Security · Onceover', 'Security'],
] as const;

for (const [id, path, title, heading] of pages) {
  test(`${id} ${path} has its title and one heading, the same before and after the app starts`, async ({
    page,
    baseURL,
  }) => {
    const shell = await (await fetch(baseURL + path)).text();
    expect(shell).toContain(`<title>${title}</title>`);
    expect(shell).toContain(`<h1>${heading}</h1>`);
    await page.goto(path);
    await page.locator('html[data-app-ready]').waitFor();
    await expect(page).toHaveTitle(title);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText([heading]);
  });
}

test('policies are marked as drafts', async ({ page }) => {
  for (const [, path] of pages.slice(1)) {
    await page.goto(path);
    await expect(page.getByText('This text is a draft.')).toBeVisible();
  }
});

test('NF-1 NF-2 an unknown path is a 404 with the exact words', async ({ page }) => {
  const answer = await page.goto('/no/such/page');
  expect(answer?.status()).toBe(404);
  await page.locator('html[data-app-ready]').waitFor();
  await expect(page).toHaveTitle('404 - Page Not Found');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 - Page Not Found');
  await expect(
    page.getByText("Oops! The page you are looking for doesn't exist or has been moved.", { exact: true }),
  ).toBeVisible();
});

test('NF-3 the way home works', async ({ page }) => {
  await page.goto('/no/such/page');
  await page.getByRole('link', { name: 'Return home' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Share a secret. It opens once.');
});

test('an unknown file of the build is a plain 404, never a page', async ({ baseURL }) => {
  const answer = await fetch(`${baseURL}/dist/assets/no-such-file.js`);
  expect(answer.status).toBe(404);
  expect(await answer.text()).not.toContain('<html');
});

test('PRC-1 PRC-2 PRC-3 PRC-5 prices by month and by year; plans not on sale have no button', async ({ page }) => {
  await page.goto('/pricing');
  const identity = page.getByTestId('plan-identity');
  await expect(identity).toContainText('$35');
  await page.getByRole('radio', { name: 'Monthly' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Yearly' })).toBeChecked();
  await expect(identity).toContainText('$365');
  await expect(page.getByTestId('plan-globalElite')).toContainText('save $395');
  await expect(page.getByTestId('plan-globalElite').getByRole('link')).toHaveCount(0);
  await identity.getByRole('link').click();
  await expect(page).toHaveURL('/signup/identity');
});

test('prices begin with the free plan, whose way in is the sign-up', async ({ page }) => {
  await page.goto('/pricing');
  await expect(page.getByRole('article').getByRole('heading')).toHaveText(['Basic', 'Identity Plus', 'Global Elite']);
  const free = page.getByTestId('plan-basic');
  await expect(free).toContainText('Free');
  await expect(free).toContainText('Messages up to 10,000 characters');
  await expect(free).toContainText('Lifetimes up to 14 days');
  await page.getByRole('radio', { name: 'Yearly' }).focus();
  await page.keyboard.press('Space');
  await expect(free).toContainText('Free');
  await expect(page.getByText('Your plan')).toHaveCount(0);
  await free.getByRole('link', { name: 'Create account' }).click();
  await expect(page).toHaveURL('/signup');
});

for (const [planId, name, others] of [
  ['basic', 'Basic', 1],
  ['identity', 'Identity Plus', 0],
] as const) {
  test(`a customer sees which plan is theirs, and how many recipients it really has: ${planId}`, async ({
    people,
    enterAs,
    page,
  }) => {
    const customer = planId === 'identity' ? await people.paidCustomer() : await people.customer();
    await enterAs(customer);
    await page.goto('/pricing');
    const current = page.locator('article[aria-current]');
    await expect(current).toHaveCount(1);
    await expect(current.getByRole('heading')).toHaveText(name);
    await expect(current).toContainText('Your plan');
    await expect(current.getByRole('link')).toHaveCount(0);
    await expect(page.getByRole('article').getByRole('link')).toHaveCount(others);
    await expect(current).toContainText('recipients each through the API');
    const claimed = /up to (\d+) recipients/.exec((await current.textContent()) ?? '')?.[1];
    const send = (count: number) => {
      const addresses = Array.from({ length: count }, (_, index) => ['recipient[]', `r${index}@example.com`]);
      return customer.browser.post(`/api/v2/secret/conceal?${new URLSearchParams(addresses)}`, { secret: 'a' });
    };
    expect((await send(Number(claimed))).status).toBe(200);
    expect((await send(Number(claimed) + 1)).json.code).toBe('too_many_recipients');
    await page.goto('/account');
    await expect(page.getByRole('region', { name: 'Plan', exact: true })).toContainText(
      `up to ${claimed} recipients through the API, one on this site`,
    );
  });
}
