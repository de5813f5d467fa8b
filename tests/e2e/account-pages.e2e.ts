import { ready } from '../support/pages/home-page.ts';
import { expect, test } from './support/fixtures.ts';
import { Keyboard } from './support/keyboard.ts';

const pages = [
  { path: '/account', name: 'Profile', title: 'Account', asks: ['AccountProfile'] },
  { path: '/account/security', name: 'Security', title: 'Security · Account', asks: ['AccountSecurity'] },
  { path: '/account/programs', name: 'Programs', title: 'Programs · Account', asks: ['AccountPrograms', 'Webhooks'] },
  { path: '/account/data', name: 'Data', title: 'Data · Account', asks: [] },
] as const;

const sections: Readonly<Record<(typeof pages)[number]['name'], readonly string[]>> = {
  Profile: ['Profile', 'Plan', 'Language', 'Appearance'],
  Security: ['Password', 'Two-step sign-in', 'Passkeys', 'Sessions'],
  Programs: ['API tokens', 'Webhooks'],
  Data: ['Activity record', 'Danger zone'],
};

test('each page of the account has an address, its own sections, and asks for nothing of the others', async ({
  people,
  enterAs,
  account,
  page,
}) => {
  await enterAs(await people.customer());
  let asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/graphql')) asked.push(request.postDataJSON().operationName);
  });
  for (const { path, name, title, asks } of pages) {
    asked = [];
    await page.goto(path);
    await ready(page);
    await expect(page).toHaveTitle(`${title} · Onceover`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(page.getByRole('main').getByRole('region')).toHaveCount(sections[name].length);
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([...sections[name]]);
    await expect(account.link(name)).toHaveAttribute('aria-current', 'page');
    await expect(page.locator('main nav [aria-current]')).toHaveCount(1);
    await expect.poll(() => asked.toSorted(), { message: path }).toEqual([...asks]);
  }
});

test('without a mouse: from one page of the account to the next, and back as the browser goes back', async ({
  people,
  enterAs,
  account,
  page,
  texts,
}) => {
  await enterAs(await people.customer());
  await account.open();
  const keys = new Keyboard(page, texts);
  const heading = page.getByRole('heading', { level: 1 });
  await keys.enter();
  for (const { path, name } of pages.slice(1)) {
    await keys.tabTo(account.link(name));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(path);
    await expect(heading).toHaveText(name);
    await expect(heading).toBeFocused();
  }
  for (const { path, name } of pages.slice(0, -1).reverse()) {
    await page.goBack();
    await expect.poll(() => new URL(page.url()).pathname).toBe(path);
    await expect(heading).toHaveText(name);
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([...sections[name]]);
  }
});

test('a visitor signs in and gets to the page of the account that was asked for', async ({ people, signIn, page }) => {
  const { email, password } = await people.customer();
  await page.goto('/account/programs');
  await expect(page).toHaveURL('/signin?redirect=%2Faccount%2Fprograms');
  await signIn.fill(email, password);
  await expect(page).toHaveURL('/account/programs');
});

test('the page of security says how well the account is protected, and leads to what helps most', async ({
  people,
  enterAs,
  account,
  page,
}) => {
  const customer = await people.customer();
  await enterAs(customer);
  await account.open('security');
  await expect(account.protection).toHaveText('Only your password protects this account. Turn on two-step sign-in');
  await account.protection.getByRole('link').press('Enter');
  await expect(page).toHaveURL('/account/security#two-step');
  await page.keyboard.press('Tab');
  await expect(account.twoStep.getByRole('button', { name: 'Turn on' })).toBeFocused();
});

test('with a second factor and another browser signed in, the line leads to the sessions, and then to nothing', async ({
  people,
  enterAs,
  account,
}) => {
  const colonel = await people.colonel({ secondFactor: true });
  await people.signedIn(colonel);
  await enterAs(colonel);
  await account.open('security');
  const words = 'Well protected: two-step sign-in is on.';
  await expect(account.protection).toHaveText(`${words} See your other sessions`);
  await account.protection.getByRole('link').click();
  await expect(account.sessions).toBeInViewport();
  await account.sessions.getByRole('button', { name: 'Sign out all others' }).click();
  await expect(account.protection).toHaveText(words);
  await expect(account.protection.getByRole('link')).toHaveCount(0);
});

test('an address with the name of a section shows that section, also where it comes late', async ({
  people,
  enterAs,
  account,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  await enterAs(await people.customer());
  await page.goto('/account/security#sessions');
  await account.sessions.waitFor();
  await expect(account.sessions).toBeInViewport();
});
