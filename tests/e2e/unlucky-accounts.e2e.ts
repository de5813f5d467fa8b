import type { Page, Request } from '@playwright/test';
import { linkKey } from '../support/mail-files.ts';
import { pressLikeAPerson } from '../support/pages/press-like-a-person.ts';
import { newEmail, type People } from '../support/people.ts';
import { expect, test } from './support/fixtures.ts';

const password = 'eight pears on the sill';
const main = (page: Page) => page.getByRole('main');

/** One form of the way to an account, and what its page says when it has worked. */
interface Step {
  readonly door: RegExp;
  readonly button: string;
  readonly busy: string;
  readonly done: string;
  /** Makes who the form is for, and returns its address in the browser and the person's email address. */
  readonly begin: (people: People) => Promise<{ readonly path: string; readonly email: string }>;
}

const mailed = 'Check your email';
const asksForMail = {
  'sign-up': {
    door: /\/api\/v2\/signup$/,
    button: 'Create account',
    busy: 'One moment...',
    done: mailed,
    begin: async () => ({ path: '/signup', email: newEmail('unlucky') }),
  },
  'resend verification': {
    door: /\/api\/v2\/signup\/resend$/,
    button: 'Send it again',
    busy: 'Sending...',
    done: mailed,
    begin: async (people) => ({ path: '/signup/resend', email: (await people.unverified()).email }),
  },
  forgot: {
    door: /\/api\/v2\/forgot$/,
    button: 'Send reset link',
    busy: 'One moment...',
    done: mailed,
    begin: async (people) => ({ path: '/forgot', email: (await people.customer()).email }),
  },
} satisfies Readonly<Record<string, Step>>;

const usesKey = {
  'reset password': {
    door: /\/api\/v2\/forgot\/[^/]+$/,
    button: 'Save new password',
    busy: 'One moment...',
    done: 'Your password has been changed.',
    begin: async (people) => {
      const { email } = await people.customer();
      await people.visitor().post('/api/v2/forgot', { email });
      return { path: `/forgot/${linkKey(await people.mailTo(email, /password/i), 'forgot')}`, email };
    },
  },
  'choose password': {
    door: /\/api\/v2\/secret\/[^/]+\/password$/,
    button: 'Save new password',
    busy: 'One moment...',
    done: 'Only the password you just chose works now.',
    begin: async (people) => {
      const { email } = await people.unverified();
      return { path: `/secret/${await people.verificationKey(email)}/password`, email };
    },
  },
} satisfies Readonly<Record<string, Step>>;

const steps = Object.entries({ ...asksForMail, ...usesKey });

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator('html[data-app-ready]').waitFor();
}

/** Types into every field that the form has, and returns what each field must still have later. */
async function fill(page: Page, email: string): Promise<() => Promise<void>> {
  const wanted = { email, password, password_confirm: password };
  const typed: [string, string][] = [];
  for (const [name, value] of Object.entries(wanted)) {
    const field = main(page).locator(`[name=${name}]`);
    if ((await field.count()) === 0) continue;
    await field.fill(value);
    typed.push([name, value]);
  }
  return async () => {
    for (const [name, value] of typed) await expect(main(page).locator(`[name=${name}]`)).toHaveValue(value);
  };
}

async function press(page: Page, { button }: Step): Promise<void> {
  await main(page).getByRole('button', { name: button, exact: true }).click();
}

/** The posts to the door so far. */
function watch(page: Page, { door }: Step): Request[] {
  const sent: Request[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && door.test(new URL(request.url()).pathname)) sent.push(request);
  });
  return sent;
}

/** The first answer is lost after the server has done the work; the later ones arrive. */
async function loseFirstAnswer(page: Page, { door }: Step): Promise<void> {
  await page.route(
    door,
    async (route) => {
      await route.fetch();
      await route.abort('failed');
    },
    { times: 1 },
  );
}

/** No field of the page has the password, whatever its name, and neither has what the browser stores. */
async function expectNoPassword(page: Page): Promise<void> {
  const kept = await page.evaluate(() => [
    document.documentElement.outerHTML,
    ...[...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value),
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]),
  ]);
  expect(kept.join('\n')).not.toContain(password);
}

/** A used key: the page says that it may have been used, and its link leads to a sign-in that works. */
async function expectWayToSignIn(page: Page, email: string): Promise<void> {
  const error = main(page).getByRole('alert');
  await expect(error).toBeFocused();
  await expect(error).toContainText('no longer valid');
  await expect(main(page)).toContainText('If you have already saved a new password with this link, sign in with it.');
  await main(page).getByRole('link', { name: 'Sign in now' }).click();
  await main(page).getByRole('textbox', { name: 'Email address' }).fill(email);
  await main(page).getByRole('textbox', { name: 'Password', exact: true }).fill(password);
  await main(page).getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/dashboard');
}

for (const [name, step] of Object.entries(asksForMail)) {
  test(`${name}: an answer that was lost is said, nothing typed is lost, and pressing again gives the same answer`, async ({
    people,
    page,
    signIn,
    guard,
  }) => {
    guard.allow(/ERR_FAILED/);
    const { path, email } = await step.begin(people);
    await open(page, path);
    const expectKept = await fill(page, email);
    await loseFirstAnswer(page, step);
    await press(page, step);
    await expect(signIn.error).toBeFocused();
    await expect(signIn.error).toContainText('No response received from server');
    await expectKept();
    await press(page, step);
    await expect(signIn.heading).toHaveText(step.done);
    await expect(main(page)).toContainText(email);
    await expectNoPassword(page);
  });
}

for (const [name, step] of Object.entries(usesKey)) {
  test(`${name}: after a lost answer the used link says what to do, and the new password signs in`, async ({
    people,
    page,
    signIn,
    guard,
  }) => {
    guard.allow(/ERR_FAILED/);
    const { path, email } = await step.begin(people);
    await open(page, path);
    const expectKept = await fill(page, email);
    await loseFirstAnswer(page, step);
    await press(page, step);
    await expect(signIn.error).toContainText('No response received from server');
    await expectKept();
    await press(page, step);
    await expectWayToSignIn(page, email);
  });

  test(`${name}: a second tab with the same link says what to do after the first has used it`, async ({
    people,
    page,
    context,
  }) => {
    const { path, email } = await step.begin(people);
    const second = await context.newPage();
    for (const tab of [page, second]) {
      await open(tab, path);
      await fill(tab, email);
    }
    await press(page, step);
    await expect(main(page)).toContainText(step.done);
    await press(second, step);
    await expectWayToSignIn(second, email);
  });
}

for (const [name, step] of steps) {
  test(`${name}: a slow answer is awaited, and the form is sent once however often it is pressed`, async ({
    people,
    page,
  }) => {
    const { path, email } = await step.begin(people);
    await open(page, path);
    await fill(page, email);
    const sent = watch(page, step);
    const answered = Promise.withResolvers<void>();
    await page.route(step.door, async (route) => {
      await answered.promise;
      await route.continue();
    });
    await press(page, step);
    const busy = main(page).getByRole('button', { name: step.busy, exact: true });
    await expect(busy).toHaveAttribute('aria-disabled', 'true');
    const fields = main(page).locator('form input:not([type=hidden])');
    for (const field of await fields.all()) await expect(field).toHaveAttribute('readonly', '');
    // The button says that it is off, so nothing waits for it to be on.
    for (const _again of [1, 2]) await busy.click({ force: true });
    await fields.last().press('Enter');
    answered.resolve();
    await expect(main(page)).toContainText(step.done);
    expect(sent).toHaveLength(1);
  });

  test(`${name}: offline is said, typed text stays, and it works when the connection is back`, async ({
    people,
    page,
    context,
    signIn,
    guard,
  }) => {
    guard.allow(/ERR_INTERNET_DISCONNECTED/);
    const { path, email } = await step.begin(people);
    await open(page, path);
    const expectKept = await fill(page, email);
    await context.setOffline(true);
    await press(page, step);
    await expect(signIn.error).toBeFocused();
    await expect(signIn.error).toContainText('You are offline. Nothing was sent.');
    await expectKept();
    await context.setOffline(false);
    await press(page, step);
    await expect(main(page)).toContainText(step.done);
  });

  test(`${name}: back, forward and reload send nothing again, and no typed password comes back`, async ({
    people,
    page,
  }) => {
    const { path, email } = await step.begin(people);
    await open(page, '/about');
    await open(page, path);
    const sent = watch(page, step);
    const form = main(page).locator('form');
    const show = main(page).getByRole('button', { name: 'Show password' });
    for (const _visit of ['first', 'reloaded']) {
      await fill(page, email);
      // A browser remembers the text of ordinary fields, and a shown password is one.
      for (const one of await show.all()) await one.click();
      await page.reload();
      await expect(form).toBeVisible();
      await expectNoPassword(page);
    }
    expect(sent).toEqual([]);
    await fill(page, email);
    for (const one of await show.all()) await one.click();
    await press(page, step);
    await expect(main(page)).toContainText(step.done);
    await expectNoPassword(page);
    await page.goBack();
    await expect(page).toHaveURL('/about');
    await page.goForward();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoPassword(page);
    await page.reload();
    await expect(form).toBeVisible();
    await expectNoPassword(page);
    expect(sent).toHaveLength(1);
  });
}

test('verified in one tab, a sign-in form that was already filled in another tab works', async ({
  people,
  page,
  context,
  signIn,
}) => {
  const person = await people.unverified();
  const verifying = await context.newPage();
  await signIn.open();
  await signIn.fill(person.email, person.password);
  await expect(signIn.error).toContainText('open the link we emailed you first');
  await open(verifying, `/secret/${await people.verificationKey(person.email)}`);
  await verifying.getByRole('textbox', { name: 'Password of your sign-up' }).fill(person.password);
  await pressLikeAPerson(verifying.getByRole('button', { name: 'click to verify' }));
  await expect(verifying.getByRole('heading', { level: 1 })).toHaveText('Your address is verified');
  await expect(signIn.password).toHaveValue(person.password);
  await signIn.submit.click();
  await expect(page).toHaveURL('/dashboard');
  await verifying.reload();
  await expect(verifying.getByRole('heading', { level: 1 })).toBeVisible();
  await verifying.goto('/dashboard');
  await expect(verifying.getByRole('banner')).toContainText(person.email);
});

test('sign-up finished in one tab: the form still open in another gets the same answer and changes no password', async ({
  people,
  page,
  context,
  signIn,
}) => {
  const step = asksForMail['sign-up'];
  const { path, email } = await step.begin();
  const second = await context.newPage();
  for (const tab of [page, second]) {
    await open(tab, path);
    await fill(tab, email);
  }
  await press(page, step);
  await expect(main(page)).toContainText(step.done);
  await page.goto(`/secret/${await people.verificationKey(email)}`);
  await pressLikeAPerson(page.getByRole('button').filter({ hasText: /click to/ }));
  await expect(signIn.heading).toHaveText('Your address is verified');
  const other = 'nine figs in a basket';
  for (const one of ['password', 'password_confirm']) await main(second).locator(`[name=${one}]`).fill(other);
  await press(second, step);
  await expect(main(second)).toContainText(step.done);
  await second.goto('/signin');
  const inSecond = main(second);
  await inSecond.getByRole('textbox', { name: 'Email address' }).fill(email);
  await inSecond.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
  await inSecond.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(second).toHaveURL('/dashboard');
});
