import { concealAs } from '../support/customer-secrets.ts';
import { newEmail } from '../support/people.ts';
import { expect, test } from './support/fixtures.ts';
import { withPageData } from './support/page-data.ts';
import { ToldActivity } from './support/told-activity.ts';

for (const [isPaid, isOn] of [
  [true, true],
  [true, false],
  [false, true],
  [false, false],
] as const) {
  test(`DASH-1 DASH-4 tabs and domain choice with the paid plan ${isPaid} and the feature ${isOn}`, async ({
    people,
    enterAs,
    dashboard,
    page,
  }) => {
    const hasDomains = isPaid && isOn;
    await enterAs(await (isPaid ? people.paidCustomer() : people.customer()));
    await withPageData(page, (data) => {
      data.domainsEnabled = isOn;
    });
    await dashboard.open();
    const tabs = ['Home', 'Recent secrets 0', ...(hasDomains ? ['Custom Domains 0'] : [])];
    await expect(dashboard.tabs.getByRole('link')).toHaveText(tabs);
    await expect(dashboard.tabs.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page');
    await expect(dashboard.domain).toHaveCount(hasDomains ? 1 : 0);
    await expect(dashboard.upgrade).toHaveCount(isOn && !isPaid ? 1 : 0);
    await dashboard.tabs.getByRole('link', { name: /^Recent secrets/ }).click();
    await expect(page).toHaveURL('/recent');
    await expect(dashboard.tabs.locator('[aria-current=page]')).toHaveText(/^Recent secrets/);
  });
}

test('DASH-2 the count updates by itself', async ({ people, enterAs, dashboard, page }) => {
  const person = await people.customer();
  await enterAs(person);
  await page.clock.install();
  await dashboard.open();
  const recent = dashboard.tabs.getByRole('link', { name: 'Recent secrets' });
  await expect(recent).toHaveText('Recent secrets 0');
  await concealAs(person, 'one more');
  await page.clock.fastForward(15_000);
  await expect(recent).toHaveText('Recent secrets 1');
  await expect(dashboard.notReceived.getByRole('listitem')).toHaveCount(1);
});

test('DASH-2 the counts and both lists are one question, asked once and, without a stream, once more for each refresh', async ({
  people,
  enterAs,
  dashboard,
  page,
  guard,
}) => {
  guard.allow(/WebSocket/);
  (await ToldActivity.on(page)).isDown = true;
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/graphql')) asked.push(request.postDataJSON().operationName);
  });
  const person = await people.customer();
  await enterAs(person);
  await page.clock.install();
  await dashboard.open();
  await expect(dashboard.nothing).toBeVisible();
  expect(asked).toEqual(['Dashboard']);
  await concealAs(person, 'one more');
  await page.clock.fastForward(15_000);
  await expect(dashboard.notReceived.getByRole('listitem')).toHaveCount(1);
  expect(asked).toEqual(['Dashboard', 'Dashboard']);
});

test('DASH-3 the recipient must be a valid address, and gets the link by email', async ({
  people,
  enterAs,
  dashboard,
  home,
  metadata,
  page,
}) => {
  await enterAs(await people.customer());
  await dashboard.open();
  await expect(dashboard.recipient).toHaveAttribute('type', 'email');
  await home.text.fill('tea at five');
  for (const wrong of ['mika', 'mika@', 'a b@example.com', 'mika@example.com, ada@example.com']) {
    await dashboard.recipient.fill(wrong);
    await home.create.click();
    await expect(home.error).toBeFocused();
    await expect(home.error).toContainText('Undeliverable email address:');
    await expect(home.error).toContainText(wrong);
    await expect(dashboard.recipient).toHaveAttribute('aria-invalid', 'true');
    await expect(dashboard.recipient).toHaveValue(wrong);
    await expect(home.text).toHaveValue('tea at five');
  }
  const recipient = newEmail('mika');
  await dashboard.recipient.fill(recipient);
  await home.create.click();
  await page.waitForURL('**/private/*');
  await page.getByText('Show the link').click();
  const link = await metadata.shareLink.inputValue();
  const mail = await people.mailTo(recipient);
  expect(mail.text).toContain(link);
});

test('DASH-3 an address that only the server refuses is also named and marked', async ({
  people,
  enterAs,
  dashboard,
  home,
  page,
}) => {
  await enterAs(await people.customer());
  await page.route('**/api/v2/secret/conceal', (route) =>
    route.fulfill({
      status: 400,
      json: { message: 'Undeliverable email address: x@y.zz', code: 'bad_recipient', success: false },
    }),
  );
  await dashboard.open();
  await home.text.fill('tea at five');
  await dashboard.recipient.fill('x@y.zz');
  await home.create.click();
  await expect(home.error).toHaveText(/Undeliverable email address: x@y\.zz$/);
  await expect(dashboard.recipient).toHaveAttribute('aria-invalid', 'true');
});

test('DASH-5 after signing in, customers get to where they wanted to go', async ({
  people,
  signIn,
  dashboard,
  page,
}) => {
  const { email, password } = await people.customer();
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/signin?redirect=%2Fdashboard');
  await signIn.fill(email, password);
  await expect(page).toHaveURL('/dashboard');
  await expect(dashboard.tabs).toBeVisible();
});

test('DASH-6 the chosen domain is remembered and sent, and dropped once it is no longer the customer’s', async ({
  people,
  enterAs,
  dashboard,
  home,
  page,
  guard,
}) => {
  guard.allow(/status of 503/);
  let domains = ['once.acme-links.com', 'share.acme-links.com'];
  await enterAs(await people.paidCustomer());
  await withPageData(page, (data) => {
    data.customDomains = domains;
  });
  const sent: (string | null)[] = [];
  await page.route('**/api/v2/secret/conceal', (route) => {
    sent.push(new URLSearchParams(route.request().postData() ?? '').get('share_domain'));
    return route.fulfill({ status: 503, json: { message: "We'll be back shortly!", code: 'unavailable' } });
  });
  const choiceIn = () => page.evaluate(() => localStorage.getItem('selectedDomain'));
  await dashboard.open();
  await expect(dashboard.domain).toHaveValue('');
  await dashboard.domain.selectOption('share.acme-links.com');
  expect(await choiceIn()).toBe('share.acme-links.com');
  await dashboard.open();
  await expect(dashboard.domain).toHaveValue('share.acme-links.com');
  await home.text.fill('tea at five');
  await home.create.click();
  await expect(home.error).toBeVisible();
  expect(sent).toEqual(['share.acme-links.com']);
  domains = ['once.acme-links.com'];
  page.on('dialog', (dialog) => void dialog.accept());
  await dashboard.open();
  await expect(dashboard.domain).toHaveValue('');
});

test('HOME-9 a signed-in customer who goes to the home page gets the dashboard', async ({
  people,
  enterAs,
  page,
  dashboard,
}) => {
  await enterAs(await people.customer());
  await page.goto('/');
  await expect(page).toHaveURL('/dashboard');
  await expect(dashboard.tabs).toBeVisible();
});

test('if a count does not load the page still works, and each block says so for itself', async ({
  people,
  enterAs,
  dashboard,
  home,
  page,
  guard,
}) => {
  guard.allow(/ERR_FAILED/);
  await enterAs(await people.customer());
  await page.route('**/graphql', (route) => route.abort('failed'));
  await dashboard.open();
  await expect(dashboard.notReceived.getByRole('alert')).toBeVisible();
  await expect(dashboard.received.getByRole('alert')).toBeVisible();
  await expect(dashboard.tabs.getByRole('link', { name: 'Recent secrets' })).toHaveText('Recent secrets');
  await page.unroute('**/graphql');
  await dashboard.received.getByRole('button', { name: 'Try again' }).click();
  await expect(dashboard.nothing).toBeVisible();
  await home.text.fill('tea at five');
  await home.create.click();
  await page.waitForURL('**/private/*');
});

for (const width of [320, 640, 768, 1024, 1280]) {
  test(`the longest header has three things, on one line, at ${width} px`, async ({
    people,
    enterAs,
    dashboard,
    accountMenu,
    page,
  }) => {
    await enterAs(await people.colonel({ secondFactor: true }));
    await page.setViewportSize({ width, height: 700 });
    await dashboard.open();
    const banner = page.getByRole('banner');
    const link = banner.getByRole('link', { name: 'Dashboard' });
    const language = banner.getByRole('button', { name: /^Language/ });
    const isPhone = width < 640;
    await expect(accountMenu.button).toBeVisible();
    await expect(link).toBeVisible({ visible: !isPhone });
    await expect(language).toBeVisible();
    // The logo is the one besides.
    await expect(banner.locator('a:visible, button:visible')).toHaveCount(isPhone ? 3 : 4);
    expect((await banner.boundingBox())?.height).toBeLessThan(64);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });
}

test('the form says why a domain is not among the link domains, with the way to its page', async ({
  people,
  enterAs,
  page,
  dashboard,
  texts,
}) => {
  const { notOffered, setUpLabel, upgrade } = texts.app.domains;
  const person = await people.paidCustomer();
  const host = `once-${crypto.randomUUID().slice(0, 8)}.acme-links.com`;
  for (const verb of ['addDomain', 'verifyDomain'])
    await person.browser.graph(`mutation { ${verb}(input: { domain: "${host}" }) { __typename } }`);
  await enterAs(person);
  await dashboard.open();
  const missing = page.getByTestId('missing-domain');
  await expect(missing).toContainText(notOffered.record.replace('{{domain}}', host));
  let change: Readonly<Record<string, unknown>> = {};
  let suspended: readonly string[] = [];
  await page.route('**/graphql', async (route) => {
    const answer = await route.fetch();
    const json = await answer.json();
    for (const node of json.data?.domains?.nodes ?? []) Object.assign(node, change);
    if (json.data?.domains?.suspended !== undefined) json.data.domains.suspended = suspended;
    await route.fulfill({ response: answer, json });
  });
  const matched = { isVerified: true, lastCheck: { __typename: 'DomainCheck', result: 'MATCHED' } };
  const routed = (result: string) => ({ __typename: 'DomainRouting', result });
  for (const [reason, told] of [
    ['taken', { ...matched, isVerified: false }],
    ['elsewhere', { ...matched, routing: routed('ELSEWHERE') }],
    ['certificate', { ...matched, routing: routed('POINTED'), certificate: 'EXPIRED' }],
  ] as const) {
    change = told;
    await dashboard.open();
    await expect(missing).toContainText(notOffered[reason].replace('{{domain}}', host));
  }
  await missing.getByRole('link', { name: setUpLabel.replace('{{domain}}', host) }).click();
  await expect(page).toHaveURL(`/account/domains/${host}/verify`);
  change = { isRoutable: true };
  suspended = ['old.acme-links.com'];
  await dashboard.open();
  await expect(missing).toHaveText(`${notOffered.plan.replace('{{domain}}', 'old.acme-links.com')} ${upgrade}`);
});
