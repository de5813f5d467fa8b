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

test('COL-15 a colonel without two-step sign-in is sent to where it is turned on, which says why', async ({
  people,
  enterAs,
  page,
  texts,
}) => {
  await enterAs(await people.colonel({ secondFactor: false }));
  await page.goto('/colonel');
  await expect(page).toHaveURL('/account/security');
  await expect(page.locator('main').getByText(texts.public.notices.colonelTwoStep)).toBeVisible();
  await expect(page.getByRole('button', { name: texts.app.account.twoStep.turnOn })).toBeVisible();
});

test('COL-15 signing in to the administration without a second step ends there too', async ({
  people,
  page,
  signIn,
  texts,
}) => {
  const { email, password } = await people.colonel({ secondFactor: false });
  await page.goto('/colonel');
  await expect(page).toHaveURL(/signin/);
  await signIn.fill(email, password);
  await expect(page).toHaveURL('/account/security');
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

test('COL-9 no complete key is on the page', async ({ people, enterAs, page, api, texts }) => {
  await api.conceal('tea at 5?');
  await enterAs(await people.colonel({ secondFactor: true }));
  await page.goto('/colonel');
  await ready(page);
  await expect(page.getByRole('heading', { name: texts.colonel.customers.title })).toBeVisible();
  await expect(page.locator('main')).not.toContainText(/\b[0-9a-z]{31}\b/);
});

test('COL-10 a chart is read with the arrow keys, and as a table with the same numbers', async ({
  people,
  enterAs,
  page,
  api,
  texts,
}) => {
  const { activity, chart } = texts.colonel;
  await api.conceal('tea at 5?');
  await enterAs(await people.colonel({ secondFactor: true }));
  await page.goto('/colonel');
  await ready(page);
  const section = page.getByRole('region', { name: activity.title['48h'], exact: true });
  const picture = section.getByRole('application');
  await expect(picture).toHaveAccessibleName(activity.title['48h']);
  await picture.focus();
  const tooltip = section.getByRole('status');
  await page.keyboard.press('ArrowRight');
  await expect(tooltip).toContainText(`${activity.series.created}: `);
  const first = await tooltip.textContent();
  await page.keyboard.press('ArrowRight');
  await expect(tooltip).not.toHaveText(first ?? '');
  await page.keyboard.press('ArrowLeft');
  await expect(tooltip).toHaveText(first ?? '');
  await section.getByRole('button', { name: chart.asTable }).press('Enter');
  await expect(section.getByRole('columnheader')).toHaveText([
    chart.axis['48h'],
    activity.series.created,
    activity.series.opened,
    activity.series.unread,
  ]);
  await expect(section.getByRole('row')).toHaveCount(49);
  const cells = await section.getByRole('row').last().getByRole('cell').allTextContents();
  expect(Number(cells[0])).toBeGreaterThan(0);
  await section.getByRole('button', { name: chart.asPicture }).click();
  await expect(picture).toBeVisible();
});

test('the range of the charts is part of the address', async ({ people, enterAs, page, texts }) => {
  await enterAs(await people.colonel({ secondFactor: true }));
  await page.goto('/colonel?range=30d');
  await ready(page);
  const { activity, range } = texts.colonel;
  await expect(page.getByRole('region', { name: activity.title['30d'], exact: true })).toBeVisible();
  await page.getByRole('combobox', { name: range.label }).selectOption(range['48h']);
  await expect(page).toHaveURL(/\/colonel$/);
  await expect(page.getByRole('region', { name: activity.title['48h'], exact: true })).toBeVisible();
});

test('COL-3 and COL-4 what happens is counted and listed by itself, and a pause keeps the page still', async ({
  people,
  enterAs,
  page,
  api,
  texts,
}) => {
  const { pulse } = texts.colonel;
  await enterAs(await people.colonel({ secondFactor: true }));
  await page.goto('/colonel');
  await ready(page);
  const created = page.locator('[data-figure=created] .figure-number');
  const rows = page.getByTestId('event-tail').locator('tbody tr');
  await expect(rows.first()).toBeVisible();
  await expect(page.getByTestId('live')).toHaveText(texts.core.live.on);
  const before = Number(await created.textContent());
  await api.conceal('tea at 5?');
  await expect(created).not.toHaveText(String(before), { timeout: 4_000 });
  // The ten newest are of everybody, so that one of many may be gone before it is seen.
  await expect(async () => {
    await api.conceal('tea at half past 5?');
    await expect(rows.filter({ hasText: 'secret.created' }).first()).toBeVisible({ timeout: 1_500 });
  }).toPass();
  expect(await rows.count()).toBeLessThanOrEqual(10);
  await page.getByRole('button', { name: pulse.pause, exact: true }).press('Enter');
  const paused = Number(await created.textContent());
  await api.conceal('tea at 6?');
  await page.waitForTimeout(2_500);
  await expect(created).toHaveText(String(paused));
  await page.getByRole('button', { name: pulse.resume, exact: true }).click();
  await expect.poll(async () => Number(await created.textContent())).toBeGreaterThan(paused);
});

test('the overview says what does not work, and the system page says more', async ({
  people,
  enterAs,
  page,
  texts,
}) => {
  const { health } = texts.colonel;
  await enterAs(await people.colonel({ secondFactor: true }));
  let isHalted = true;
  await page.route('**/graphql', async (route) => {
    const answer = await route.fetch();
    const json = await answer.json();
    const consumer = json.data?.systemHealth?.services[0].consumers[0];
    if (isHalted && consumer !== undefined) {
      const what = {
        eventId: crypto.randomUUID(),
        type: 'secret.received',
        at: 1_790_000_000,
        error: 'RangeError: no plan',
      };
      consumer.halt = { __typename: 'ConsumerHalt', ...what };
    }
    await route.fulfill({ response: answer, json });
  });
  await page.goto('/colonel');
  await ready(page);
  const block = page.getByRole('region', { name: health.title, exact: true });
  await expect(block).toContainText('RangeError: no plan');
  isHalted = false;
  await block.getByRole('link', { name: health.more }).click();
  await expect(page.getByText(texts.colonel.system.trouble.none)).toBeVisible();
});

test('COL-11 a service that does not answer is an error, not a row of zeros', async ({
  people,
  enterAs,
  page,
  texts,
  guard,
}) => {
  guard.allow(/status of 503/);
  await enterAs(await people.colonel({ secondFactor: true }));
  let isDown = true;
  await page.route('**/graphql', async (route) => {
    const { operationName } = route.request().postDataJSON();
    if (isDown && operationName === 'ColonelOverview') await route.fulfill({ status: 503, json: { errors: [] } });
    else await route.continue();
  });
  await page.goto('/colonel');
  await ready(page);
  const main = page.locator('main');
  await expect(main.getByRole('alert')).toBeVisible();
  await expect(main.locator('[data-figure]')).toHaveCount(0);
  await expect(main.getByRole('heading', { name: texts.colonel.customers.title })).toBeVisible();
  isDown = false;
  await main.getByRole('button', { name: texts.core.errors.retry }).click();
  await expect(main.locator('[data-figure]')).toHaveCount(6);
  await expect(main.getByRole('alert')).toHaveCount(0);
});

test('the system page shows every service, its consumers, keys by age, and no secret setting', async ({
  people,
  enterAs,
  page,
  texts,
}) => {
  const { system, frame } = texts.colonel;
  await enterAs(await people.colonel({ secondFactor: true }));
  await page.goto('/colonel');
  await ready(page);
  await page
    .getByRole('navigation', { name: frame.navigation })
    .getByRole('link', { name: frame.sections.system })
    .click();
  await expect(page).toHaveURL('/colonel/system');
  const region = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(region(system.services.title).getByText(system.services.answers)).toHaveCount(4);
  await expect(
    region(system.consumers.title).getByText(system.consumers.running, { exact: true }).first(),
  ).toBeVisible();
  await expect(region(system.trouble.title)).toContainText(system.trouble.none);
  await expect(region(system.facts.title)).toContainText('PostgreSQL');
  const settings = region(system.settings.title);
  await expect(settings.getByText('ONCEOVER_SECRETS_EPOCH_MINUTES')).toBeVisible();
  await expect(settings).not.toContainText(/ONCEOVER_(KEK|SMTP_URL|INCOMING_PASSPHRASE)/);
});

test('a colonel settles an event with a reason and the end of its id, and is told what could not be done', async ({
  people,
  enterAs,
  page,
  texts,
}) => {
  const { system, manage } = texts.colonel;
  const eventId = crypto.randomUUID();
  await enterAs(await people.colonel({ secondFactor: true }));
  await page.route('**/graphql', async (route) => {
    const answer = await route.fetch();
    const json = await answer.json();
    const secrets = json.data?.systemHealth?.services[0];
    const what = {
      __typename: 'DeadLetter',
      consumer: 'secrets.plan-limits@1',
      source: 'accounts',
      attempts: 5,
      eventId,
    };
    if (secrets !== undefined) {
      secrets.deadLetters = [
        { ...what, type: 'account.plan_changed', error: 'RangeError: no plan', at: 1_790_000_000 },
      ];
    }
    await route.fulfill({ response: answer, json });
  });
  await page.goto('/colonel/system');
  await ready(page);
  const open = page.getByRole('button', { name: system.settle.open.RETRY });
  await open.press('Enter');
  const dialog = page.getByRole('dialog', { name: system.settle.open.RETRY });
  const submit = dialog.getByRole('button', { name: system.settle.open.RETRY });
  await expect(submit).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByRole('combobox', { name: manage.reason }).selectOption(manage.reasons.SECURITY);
  await dialog.getByRole('textbox').fill(eventId.slice(-8));
  await submit.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText(`there is no dead letter ${eventId}`);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(open).toBeFocused();
});

test('a failed email is sent again with a reason, and one that is settled already says so', async ({
  people,
  enterAs,
  page,
  texts,
}) => {
  const { emails } = texts.colonel.system;
  const deliveryId = crypto.randomUUID();
  await enterAs(await people.colonel({ secondFactor: true }));
  await page.route('**/graphql', async (route) => {
    const answer = await route.fetch();
    const json = await answer.json();
    if (json.data?.failedEmails !== undefined) {
      const email = { deliveryId, template: 'secret-link', account: null, reason: 'smtp-451', attempts: 6 };
      json.data.failedEmails = [{ __typename: 'FailedEmail', ...email, at: 1_790_000_000 }];
    }
    await route.fulfill({ response: answer, json });
  });
  await page.goto('/colonel/system');
  await ready(page);
  const section = page.getByRole('region', { name: emails.title });
  await expect(section).toContainText('smtp-451');
  await section.getByRole('button', { name: emails.open.SEND_AGAIN }).press('Enter');
  const dialog = page.getByRole('dialog', { name: emails.open.SEND_AGAIN });
  await dialog.getByRole('textbox').fill(deliveryId.slice(-8));
  await dialog.getByRole('button', { name: emails.open.SEND_AGAIN }).press('Enter');
  await expect(dialog.getByRole('alert')).toContainText(emails.problem.NOT_FAILED);
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
  await page.goto('/colonel/customers');
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
  for (const id of ['nobody', '0198a7c4-5b1c-7d2e-8f3a-4b5c6d7e8f90']) {
    expect((await page.goto(`/colonel/customers/${id}`))?.status()).toBe(404);
    await expect(page).toHaveTitle(texts.core.pages.notFound.title);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.core.pages.notFound.heading);
    await expect(page.locator('main').getByText(words.unknown)).toBeVisible();
  }
});
