import type { Page, WebSocketRoute } from '@playwright/test';
import { concealAs } from '../support/customer-secrets.ts';
import { AccountMenu } from '../support/pages/account-menu.ts';
import type { People, Person } from '../support/people.ts';
import { expect, test } from './support/fixtures.ts';

const minute = 60_000;

test('AUT-8 signing out ends the session, clears what the browser stores, and reloads the page', async ({
  people,
  enterAs,
  page,
  accountMenu,
}) => {
  await enterAs(await people.customer());
  await page.goto('/dashboard');
  await page.evaluate(() => {
    localStorage.setItem('darkMode', 'true');
    sessionStorage.setItem('x', '1');
  });
  const loads: string[] = [];
  page.on('request', (request) => request.isNavigationRequest() && loads.push(new URL(request.url()).pathname));
  await accountMenu.signOut();
  await expect(page).toHaveURL('/');
  expect(loads[0]).toBe('/logout');
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/signin?redirect=%2Fdashboard');
});

test('without a connection nobody is signed out, and the page says so', async ({
  people,
  enterAs,
  page,
  context,
  guard,
  accountMenu,
}) => {
  guard.allow(/ERR_INTERNET_DISCONNECTED/);
  await enterAs(await people.customer());
  await page.goto('/account');
  await expect(page.getByRole('region', { name: 'Profile' })).toBeVisible();
  await context.setOffline(true);
  await accountMenu.signOut();
  await expect(page.locator('main .notice')).toContainText('You are offline. Nothing was sent.');
  await expect(page).toHaveURL('/account');
  await context.setOffline(false);
  await accountMenu.signOut();
  await expect(page).toHaveURL('/');
});

test('a link on another site does not sign out by itself; the page asks', async ({
  people,
  enterAs,
  otherBrowser,
  baseURL,
}) => {
  const page = await otherBrowser();
  await enterAs(await people.customer(), page);
  const elsewhere = 'http://elsewhere.example/';
  await page.route(elsewhere, (route) =>
    route.fulfill({ contentType: 'text/html', body: `<a href="${baseURL}/logout">See your prize</a>` }),
  );
  await page.goto(elsewhere);
  await page.getByRole('link', { name: 'See your prize' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign out');
  await page.getByRole('link', { name: 'Stay signed in' }).click();
  await page.goto(`${baseURL}/account`);
  await expect(page.getByRole('region', { name: 'Profile' })).toBeVisible();
});

test('AUT-9 a 401 signs out at once; what was typed comes back after signing in', async ({
  people,
  enterAs,
  page,
  home,
  signIn,
  guard,
}) => {
  guard.allow(/status of 401/);
  const person = await people.customer();
  await enterAs(person);
  await page.goto('/dashboard');
  await home.text.fill('half a message');
  await page.route('**/api/v2/secret/conceal', (route) =>
    route.fulfill({ status: 401, json: { message: 'Not authorized', code: 'not_authorized' } }),
  );
  await home.create.click();
  await expect(page).toHaveURL('/signin?redirect=%2Fdashboard');
  await expect(page.locator('main')).toContainText('You are no longer signed in.');
  await expect(page.getByRole('banner')).not.toContainText(person.email);
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]));
  expect(stored).not.toContain('half a message');
  await signIn.fill(person.email, person.password);
  await expect(page).toHaveURL('/dashboard');
  await expect(home.text).toHaveValue('half a message');
  await expect(page.getByRole('banner')).toContainText(person.email);
});

const refusal = { status: 403, json: { message: 'Not authorized', code: 'not_authorized' } } as const;

/** Moves the clock until the page has asked once more whether it is signed in. */
function scheduledChecks(page: Page): (minutes: number) => Promise<void> {
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/v2/authcheck')) asked += 1;
  });
  return async (minutes) => {
    const before = asked;
    // The page sets its next timer when it is ready, so the clock may have to be moved more than once.
    await expect(async () => {
      await page.clock.fastForward(minutes * minute);
      await expect.poll(() => asked, { timeout: 1000 }).toBe(before + 1);
    }).toPass();
  };
}

test('AUT-10 a refused check is one strike: the page stays for two, and the third leads to the sign-in page', async ({
  people,
  enterAs,
  page,
  home,
  signIn,
  accountMenu,
}) => {
  const person = await people.customer();
  await enterAs(person);
  await page.clock.install();
  await page.goto('/dashboard');
  await home.text.fill('half a message');
  const loggedOut: string[] = [];
  page.on('request', (request) => request.url().endsWith('/api/v2/logout') && loggedOut.push(request.url()));
  const nextCheck = scheduledChecks(page);
  await page.route('**/api/v2/authcheck', (route) => route.fulfill(refusal));
  for (const minutes of [17, 32]) {
    await nextCheck(minutes);
    await expect(accountMenu.button).toHaveCount(0);
    await expect(page).toHaveURL('/dashboard');
    await expect(home.text).toHaveValue('half a message');
    expect(loggedOut).toEqual([]);
  }
  await nextCheck(61);
  await expect(page).toHaveURL('/signin?redirect=%2Fdashboard');
  expect(loggedOut).toHaveLength(1);
  await page.unroute('**/api/v2/authcheck');
  await signIn.fill(person.email, person.password);
  await expect(page).toHaveURL('/dashboard');
  await expect(home.text).toHaveValue('half a message');
});

test('AUT-10 a call that is refused costs one strike at most, and a good check takes strikes back', async ({
  people,
  enterAs,
  page,
  home,
  accountMenu,
}) => {
  await enterAs(await people.customer());
  await page.goto('/dashboard');
  await expect(accountMenu.button).toBeVisible();
  await page.route('**/api/v2/secret/conceal', (route) => route.fulfill(refusal));
  const press = async () => {
    const checked = page.waitForResponse('**/api/v2/authcheck');
    await home.create.click();
    await checked;
  };
  await home.text.fill('half a message');
  await press();
  await expect(accountMenu.button).toBeVisible();
  await page.route('**/api/v2/authcheck', (route) => route.fulfill(refusal));
  for (const _strike of [1, 2]) {
    await press();
    await expect(accountMenu.button).toHaveCount(0);
    await expect(page).toHaveURL('/dashboard');
    await expect(home.text).toHaveValue('half a message');
  }
  await page.unroute('**/api/v2/authcheck');
  await press();
  await expect(accountMenu.button).toBeVisible();
  await page.route('**/api/v2/authcheck', (route) => route.fulfill(refusal));
  await press();
  await press();
  await expect(page).toHaveURL('/dashboard');
  await press();
  await expect(page).toHaveURL('/signin?redirect=%2Fdashboard');
});

test('AUT-9 a 401 signs out at once, after a strike as well', async ({
  people,
  enterAs,
  page,
  home,
  guard,
  accountMenu,
}) => {
  guard.allow(/status of 401/);
  await enterAs(await people.customer());
  await page.goto('/dashboard');
  await home.text.fill('half a message');
  await page.route('**/api/v2/authcheck', (route) => route.fulfill(refusal));
  await page.route('**/api/v2/secret/conceal', (route) => route.fulfill(refusal));
  await home.create.click();
  await expect(accountMenu.button).toHaveCount(0);
  await expect(page).toHaveURL('/dashboard');
  await page.unroute('**/api/v2/secret/conceal');
  await page.route('**/api/v2/secret/conceal', (route) => route.fulfill({ ...refusal, status: 401 }));
  await home.create.click();
  await expect(page).toHaveURL('/signin?redirect=%2Fdashboard');
});

test('signing out in another tab ends the session of every tab, and typed text is for its writer only', async ({
  people,
  enterAs,
  page,
  context,
  home,
  signIn,
  texts,
}) => {
  const [writer, other] = [await people.customer(), await people.customer()];
  await enterAs(writer);
  await page.goto('/dashboard');
  await home.text.fill('half a message');
  const second = await context.newPage();
  await second.goto('/dashboard');
  await new AccountMenu(second, texts).signOut();
  await expect(second).toHaveURL('/');
  await expect(page).toHaveURL('/signin?redirect=%2Fdashboard');
  await expect(page.getByRole('banner')).not.toContainText(writer.email);
  await signIn.fill(other.email, other.password);
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('banner')).toContainText(other.email);
  await expect(home.text).toHaveValue('');
});

test('when somebody else signs in in another tab, this tab shows that person’s page and nothing of the first', async ({
  people,
  enterAs,
  page,
  context,
}) => {
  const [first, other] = [await people.customer(), await people.customer()];
  await enterAs(first);
  await page.goto('/recent');
  await expect(page.getByRole('banner')).toContainText(first.email);
  const second = await context.newPage();
  await context.clearCookies();
  await second.goto('/signin');
  await second.getByRole('textbox', { name: 'Email address' }).fill(other.email);
  await second.getByRole('textbox', { name: 'Password', exact: true }).fill(other.password);
  await second.getByRole('button', { name: 'Sign in' }).click();
  await expect(second).toHaveURL('/dashboard');
  await expect(page.getByRole('banner')).toContainText(other.email);
  await expect(page).toHaveURL('/recent');
});

/** In another browser this person signs out every session but the one there; returns when the button was pressed. */
async function signOutOthers(person: Person, other: Page, people: People): Promise<number> {
  await other.context().addCookies((await people.signedIn(person)).cookies);
  await other.goto('/account/security');
  const sessions = other.getByRole('region', { name: 'Sessions' });
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  const pressed = Date.now();
  await sessions.getByRole('button', { name: 'Sign out all others' }).click();
  return pressed;
}

test('a session that is ended from another browser shows nothing any more within two seconds, and asks to sign in', async ({
  people,
  enterAs,
  page,
  otherBrowser,
}, testInfo) => {
  const person = await people.customer();
  await concealAs(person, 'mine');
  await enterAs(person);
  await page.goto('/recent');
  await expect(page.locator('[data-row]')).toHaveCount(1);
  await expect(page.getByTestId('live')).toHaveText('Live');
  // What asks to sign in has not arrived: the page does not wait for it.
  const held = Promise.withResolvers<void>();
  await page.route('**/dist/assets/sign-in*', async (route) => {
    await held.promise;
    await route.continue();
  });
  const pressed = await signOutOthers(person, await otherBrowser(), people);
  await expect(page.locator('[data-row]')).toHaveCount(0, { timeout: 2000 });
  const cleared = Date.now() - pressed;
  testInfo.annotations.push({ type: 'cleared', description: `${cleared} ms` });
  expect(cleared).toBeLessThan(2000);
  await expect(page.locator('body')).not.toContainText(person.email);
  held.resolve();
  await expect(page).toHaveURL('/signin?redirect=%2Frecent');
  await expect(page.locator('main')).toContainText('You are no longer signed in.');
});

test('what was typed is there again when the same person signs in after the session was ended elsewhere', async ({
  people,
  enterAs,
  page,
  home,
  signIn,
  otherBrowser,
}) => {
  const person = await people.customer();
  await enterAs(person);
  await page.goto('/dashboard');
  await home.text.fill('half a message');
  await expect(page.getByTestId('live')).toHaveText('Live');
  await signOutOthers(person, await otherBrowser(), people);
  await expect(page).toHaveURL('/signin?redirect=%2Fdashboard');
  await signIn.fill(person.email, person.password);
  await expect(page).toHaveURL('/dashboard');
  await expect(home.text).toHaveValue('half a message');
});

test('a socket that closes for another reason signs nobody out, even while the server cannot be asked', async ({
  people,
  enterAs,
  page,
  guard,
}) => {
  guard.allow(/status of 503/);
  const person = await people.customer();
  await concealAs(person, 'mine');
  await enterAs(person);
  const opened: WebSocketRoute[] = [];
  await page.routeWebSocket('**/graphql', (socket) => {
    opened.push(socket);
    socket.connectToServer();
  });
  await page.goto('/recent');
  await expect(page.getByTestId('live')).toHaveText('Live');
  await page.route('**/api/v2/authcheck', (route) =>
    route.fulfill({ status: 503, json: { message: "We'll be back shortly!", code: 'unavailable' } }),
  );
  for (const code of [1001, 1011, 1013, 4408]) {
    const before = opened.length;
    await opened.at(-1)?.close({ code });
    // It comes back by itself, while all stays as it was.
    await expect.poll(() => opened.length).toBeGreaterThan(before);
    await expect(page.locator('[data-row]')).toHaveCount(1);
    await expect(page.getByRole('banner')).toContainText(person.email);
  }
  await expect(page).toHaveURL('/recent');
});

test('AUT-10 an outage hides the page after three checks and signs nobody out; it comes back by itself', async ({
  people,
  enterAs,
  page,
  context,
  guard,
  accountMenu,
}) => {
  guard.allow(/status of 503/);
  await enterAs(await people.customer());
  await page.clock.install();
  await page.goto('/account');
  // Its own check on arrival is over.
  await expect(page.getByRole('region', { name: 'Profile' })).toBeVisible();
  await page.evaluate(() => localStorage.setItem('darkMode', 'true'));
  const asked: string[] = [];
  // Counted once it is answered: whoever moves the clock before that has it given up.
  page.on('requestfinished', (request) => asked.push(new URL(request.url()).pathname));
  await page.route('**/api/v2/authcheck', (route) =>
    route.fulfill({ status: 503, json: { message: "We'll be back shortly!", code: 'unavailable' } }),
  );
  const checks = () => asked.filter((path) => path === '/api/v2/authcheck').length;
  // The page sets its next timer when it is ready, so the clock may have to be moved more than once.
  const nextCheck = async (minutes: number) => {
    const before = checks();
    await expect(async () => {
      await page.clock.fastForward(minutes * minute);
      await expect.poll(checks, { timeout: 1000 }).toBeGreaterThan(before);
    }).toPass();
  };
  await nextCheck(17);
  await expect(accountMenu.button).toHaveCount(0);
  await expect(page).toHaveURL('/account');
  await nextCheck(32);
  await nextCheck(61);
  await expect(page).toHaveURL('/signin?redirect=%2Faccount');
  expect(asked).not.toContain('/api/v2/logout');
  expect(await page.evaluate(() => localStorage.getItem('darkMode'))).toBe('true');
  expect((await context.cookies()).map(({ name }) => name)).toContain('sess');
  await page.unroute('**/api/v2/authcheck');
  await nextCheck(61);
  await expect(page).toHaveURL('/account');
  await expect(page.getByRole('region', { name: 'Profile' })).toBeVisible();
});

for (const { signin, signup } of [
  { signin: true, signup: true },
  { signin: true, signup: false },
  { signin: false, signup: true },
  { signin: false, signup: false },
]) {
  test(`HDR-1 header of a visitor with sign-in ${signin} and sign-up ${signup}`, async ({ page }) => {
    const { withPageData } = await import('./support/page-data.ts');
    await withPageData(page, (data) => {
      data.authentication = { enabled: true, signin, signup };
    });
    await page.goto('/about');
    const banner = page.getByRole('banner');
    await expect(banner.getByRole('link', { name: 'About', exact: true })).toBeVisible();
    await expect(banner.getByRole('link', { name: 'Create account' })).toHaveCount(signup ? 1 : 0);
    await expect(banner.getByRole('link', { name: 'Sign in' })).toHaveCount(signin ? 1 : 0);
  });
}

test('HDR-2 the star is for colonels only', async ({ people, enterAs, page, otherBrowser, texts }) => {
  await enterAs(await people.colonel({ secondFactor: true }));
  await page.goto('/dashboard');
  const colonels = new AccountMenu(page, texts);
  await colonels.button.click();
  await expect(colonels.item('Colonel')).toBeVisible();
  const customer = await people.customer();
  const other = await otherBrowser();
  await other.goto('/signin');
  await other.getByRole('textbox', { name: 'Email address' }).fill(customer.email);
  await other.getByRole('textbox', { name: 'Password', exact: true }).fill(customer.password);
  await other.getByRole('button', { name: 'Sign in' }).click();
  await expect(other).toHaveURL('/dashboard');
  await expect(other.getByRole('banner')).toContainText(customer.email);
  const customers = new AccountMenu(other, texts);
  await customers.button.click();
  await expect(customers.menu).toBeVisible();
  await expect(customers.item('Colonel')).toHaveCount(0);
});
