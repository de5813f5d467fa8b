import type { Page } from '@playwright/test';
import type { SignInPage } from '../support/pages/sign-in-page.ts';
import { axeOn } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { focusFaults } from './support/focus-faults.ts';
import { layoutFaults } from './support/layout-faults.ts';
import { addVirtualAuthenticator } from './support/virtual-authenticator.ts';

/** Browsers make no passkeys for addresses: the same site by its name. */
const byName = (baseURL: string | undefined) => (baseURL ?? '').replace('127.0.0.1', 'localhost');

/** What axe, the layout and the focus have to say about a page. */
async function faultsOf(page: Page): Promise<unknown[]> {
  const { violations } = await (await axeOn(page)).analyze();
  return [...violations.map(({ id }) => id), ...(await layoutFaults(page)), ...(await focusFaults(page))];
}

const section = (page: Page) => page.getByRole('region', { name: 'Passkeys', exact: true });

async function signInByPassword(signIn: SignInPage, site: string, email: string, password: string): Promise<void> {
  await signIn.page.goto(`${site}/signin?redirect=%2Faccount%2Fsecurity`);
  await signIn.fill(email, password);
}

async function addPasskey(page: Page, name: string, password: string, code?: string): Promise<void> {
  await section(page).getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.locator('[name=password]').fill(password);
  if (code !== undefined) await dialog.locator('[name=code]').fill(code);
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
}

test('a passkey is added, signs in without a password, is renamed and removed', async ({
  people,
  page,
  signIn,
  account,
  guard,
  baseURL,
}) => {
  const person = await people.customer();
  const { email, password } = person;
  const site = byName(baseURL);
  guard.admit(site);
  const authenticator = await addVirtualAuthenticator(page);
  await signInByPassword(signIn, site, email, password);
  await expect(section(page)).toContainText('You have no passkeys yet.');

  await addPasskey(page, 'Red laptop', 'not it');
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Current password is incorrect');
  await page.keyboard.press('Escape');
  await authenticator.setVerified(false);
  await addPasskey(page, 'Red laptop', password);
  await expect(page.getByRole('dialog').getByRole('status')).toContainText('You can try again.');
  await authenticator.setVerified(true);
  await page.getByRole('dialog').getByRole('button', { name: 'Add a passkey' }).click();
  await expect(section(page).getByRole('listitem')).toContainText(['Red laptop']);
  await expect(section(page).getByRole('listitem')).toContainText(['Never used']);
  expect(await authenticator.count()).toBe(1);

  await people.signedIn(person);
  await page.context().clearCookies();
  await page.goto(`${site}/signin?redirect=%2Faccount%2Fsecurity`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL(`${site}/account/security`);
  await expect(page.getByRole('banner')).toContainText(email);
  await expect(section(page).getByRole('listitem')).toContainText(['Last used']);
  await expect(account.sessions.getByRole('button', { name: 'Sign out all others' })).toBeVisible();

  await section(page).getByRole('button', { name: 'Rename: Red laptop' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Blue laptop');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await section(page).getByRole('button', { name: 'Remove: Blue laptop' }).click();
  await page.getByRole('dialog').locator('[name=password]').fill(password);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(section(page)).toContainText('You have no passkeys yet.');
  await expect(section(page).getByRole('heading')).toBeFocused();
  await expect(account.sessions.getByRole('listitem')).toHaveCount(1);

  await page.context().clearCookies();
  await page.goto(`${site}/signin`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('That passkey was not accepted.');
});

test('a passkey answers the second step, and whoever has none is asked for a code alone', async ({
  people,
  page,
  signIn,
  guard,
  baseURL,
}) => {
  const person = await people.customer();
  await people.enableTwoStep(person);
  const site = byName(baseURL);
  guard.admit(site);
  const authenticator = await addVirtualAuthenticator(page);
  await signInByPassword(signIn, site, person.email, person.password);
  await signIn.code.fill(person.recoveryCodes.shift() ?? '');
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(`${site}/account/security`);
  // The code is used up when the browser asks; whoever cancels there is not asked for another.
  await authenticator.setVerified(false);
  await addPasskey(page, 'Phone 👩\u200d💻', person.password, person.recoveryCodes.shift());
  await expect(page.getByRole('dialog').getByRole('status')).toContainText('You can try again.');
  await authenticator.setVerified(true);
  await page.getByRole('dialog').getByRole('button', { name: 'Add a passkey' }).click();
  await expect(section(page).getByRole('listitem')).toContainText(['Phone 👩\u200d💻']);
  await expect(section(page)).not.toContainText('Needs a code as well');

  // What cannot be asked for at first is offered, and asked for again when it is pressed.
  const options = '**/signin/passkey/options';
  await page.route(options, (route) =>
    route.fulfill({ status: 400, json: { code: 'rate_limited', message: 'Later.' } }),
  );
  await page.context().clearCookies();
  await signInByPassword(signIn, site, person.email, person.password);
  const byPasskey = page.getByRole('button', { name: 'Use a passkey' });
  await byPasskey.click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.unroute(options);
  await byPasskey.click();
  await expect(page).toHaveURL(`${site}/account/security`);
});

test('a passkey from before two-step sign-in is followed by a code', async ({
  people,
  page,
  signIn,
  guard,
  baseURL,
}) => {
  const person = await people.customer();
  const site = byName(baseURL);
  guard.admit(site);
  const authenticator = await addVirtualAuthenticator(page);
  await signInByPassword(signIn, site, person.email, person.password);
  await section(page).getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Early\u202e');
  await dialog.locator('[name=password]').fill(person.password);
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Give the passkey a name');
  expect(await authenticator.count()).toBe(0);
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Early');
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(section(page).getByRole('listitem')).toContainText(['Early']);
  await people.enableTwoStep(person);

  await page.context().clearCookies();
  await page.goto(`${site}/signin?redirect=%2Faccount%2Fsecurity`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await signIn.code.fill(person.recoveryCodes.shift() ?? '');
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(`${site}/account/security`);
  await expect(section(page).getByRole('listitem')).toContainText(['Needs a code as well']);

  await signInByPassword(signIn, baseURL ?? '', person.email, person.password);
  await signIn.code.fill(person.recoveryCodes.shift() ?? '');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(section(page)).toContainText('Passkeys can be added on localhost only.');
});

test('passkeys are managed and used by keyboard alone, and axe finds nothing wrong', async ({
  people,
  page,
  signIn,
  guard,
  baseURL,
}) => {
  const { email, password } = await people.customer();
  const site = byName(baseURL);
  guard.admit(site);
  await addVirtualAuthenticator(page);
  await signInByPassword(signIn, site, email, password);
  const add = section(page).getByRole('button', { name: 'Add a passkey' });
  await add.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByRole('textbox', { name: 'Name' }).focus();
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  // The browser gives the focus back a moment before it tells that the dialog is closed.
  await expect(dialog).toHaveCount(0);
  await expect(add).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByRole('textbox', { name: 'Name' }).focus();
  await page.keyboard.type('Phone');
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(section(page).getByRole('listitem')).toContainText(['Phone']);
  expect(await faultsOf(page)).toEqual([]);
  await page.context().clearCookies();
  await page.goto(`${site}/signin`);
  const withPasskey = page.getByRole('button', { name: 'Sign in with a passkey' });
  await withPasskey.focus();
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${site}/dashboard`);
});
