import type { Page } from '@playwright/test';
import { concealAs } from '../support/customer-secrets.ts';
import { openAsPage } from '../support/open-as-page.ts';
import { AccountMenu } from '../support/pages/account-menu.ts';
import { pressLikeAPerson } from '../support/pages/press-like-a-person.ts';
import { newEmail } from '../support/people.ts';
import { readTexts } from '../support/texts.ts';
import { siteUrl } from './support/custom-host.ts';
import { expect, test } from './support/fixtures.ts';

const live = (page: Page) => page.getByTestId('live');
const soon = { timeout: 2_000 };

/** What the page asks the graph, from now on. */
function questionsOf(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/graphql') || request.isNavigationRequest()) asked.push(request.url());
  });
  return asked;
}

test('DASH-2 the dashboard flips within two seconds when another browser opens the message, without a reload or a question', async ({
  people,
  enterAs,
  dashboard,
  otherBrowser,
  page,
}) => {
  const person = await people.customer();
  const { secretKey, secretShortKey } = await concealAs(person, 'seen elsewhere');
  await enterAs(person);
  await dashboard.open();
  await expect(live(page)).toHaveText('Live');
  await expect(dashboard.row(dashboard.notReceived, secretShortKey)).toBeVisible();
  const asked = questionsOf(page);
  const reader = await otherBrowser();
  await reader.goto(`/secret/${secretKey}`);
  await pressLikeAPerson(reader.getByRole('button', { name: 'click to continue' }));
  await expect(reader.getByRole('textbox')).toHaveValue('seen elsewhere');
  await expect(dashboard.row(dashboard.received, secretShortKey)).toContainText(/Opened/, soon);
  await expect(dashboard.row(dashboard.notReceived, secretShortKey)).toHaveCount(0);
  await expect(page.locator('#announcer-polite')).toHaveText('A message was opened.');
  const second = await concealAs(person, 'made elsewhere');
  await expect(dashboard.row(dashboard.notReceived, second.secretShortKey)).toBeVisible(soon);
  await expect(dashboard.tabs.getByRole('link', { name: 'Recent secrets 2' })).toBeVisible();
  await person.browser.post(`/api/v2/private/${second.metadataKey}/burn`, { continue: 'true' });
  await expect(dashboard.row(dashboard.unopened, second.secretShortKey)).toContainText(/Burned/, soon);
  expect(asked).toEqual([]);
});

test('REC-3 on the recent secrets a row moves while the focus stays in its row, and an email goes from waiting to sent to opened', async ({
  people,
  enterAs,
  api,
  dashboard,
  page,
}) => {
  const person = await people.customer();
  const stays = await concealAs(person, 'stays');
  const moves = await concealAs(person, 'moves');
  await enterAs(person);
  await dashboard.open('/recent');
  await expect(live(page)).toHaveText('Live');
  const focused = page.getByRole('button', { name: dashboard.action('copy', stays.secretShortKey) });
  await focused.focus();
  const asked = questionsOf(page);
  await api.reveal(moves.secretKey);
  await expect(dashboard.row(dashboard.received, moves.secretShortKey)).toBeVisible(soon);
  await expect(focused).toBeFocused();
  const recipient = newEmail('mika');
  const mailed = await concealAs(person, 'mailed', { 'recipient[]': recipient });
  await dashboard.showNew(1).click();
  const row = page.locator('[data-row]').filter({ hasText: mailed.secretShortKey });
  await expect(row.getByTestId('email')).toHaveText('emailed');
  await openAsPage(siteUrl(), mailed.secretKey);
  await expect(dashboard.row(dashboard.received, mailed.secretShortKey)).toBeVisible(soon);
  expect(asked).toEqual([]);
});

test('REC-3 what happens to a secret that the search does not find is not shown', async ({
  people,
  enterAs,
  dashboard,
  page,
}) => {
  const person = await people.customer();
  const found = await concealAs(person, 'found');
  await enterAs(person);
  await dashboard.open('/recent');
  await dashboard.search.fill(found.secretShortKey);
  await expect(page).toHaveURL(/#search=/);
  await expect(live(page)).toHaveText('Live');
  await concealAs(person, 'another');
  await expect(dashboard.tabs.getByRole('link', { name: 'Recent secrets 2' })).toBeVisible(soon);
  await expect(page.locator('[data-row]')).toHaveCount(1);
});

test('a wrong passphrase shows up live at its row, which leads to the story', async ({
  people,
  enterAs,
  dashboard,
  page,
}) => {
  const person = await people.customer();
  const { secretKey, secretShortKey } = await concealAs(person, 'guarded', { passphrase: 'plum' });
  await enterAs(person);
  await dashboard.open('/recent');
  await expect(live(page)).toHaveText('Live');
  const row = dashboard.row(dashboard.notReceived, secretShortKey);
  await people.visitor().post(`/api/v2/secret/${secretKey}`, { continue: 'true', passphrase: 'pear' });
  await expect(row.getByTestId('tries')).toHaveText('Somebody tried in vain to open it', { timeout: 4_000 });
  await expect(page.locator('#announcer-polite')).toHaveText('Somebody tried in vain to open a message.');
  await row.getByRole('link', { name: dashboard.action('open', secretShortKey) }).click();
  await expect(page.getByTestId('story')).toContainText('Somebody tried a wrong passphrase');
});

test('DOM-8 a domain that is verified elsewhere flips on the list', async ({
  people,
  enterAs,
  page,
  publishTxt,
  pointHost,
  otherBrowser,
}) => {
  const person = await people.paidCustomer();
  await enterAs(person);
  const host = `once-${crypto.randomUUID().slice(0, 8)}.acme-links.com`;
  const added = await person.browser.graph(
    'mutation($host: String!) { addDomain(input: { domain: $host }) { ... on DomainAdded { domain { txtHost txtValue } } } }',
    { host },
  );
  const { txtHost, txtValue } = added.json.data.addDomain.domain;
  await page.goto('/account/domains');
  await expect(live(page)).toHaveText('Live');
  const item = page.getByRole('listitem').filter({ hasText: host });
  await expect(item).toContainText('Not checked yet');
  await publishTxt(`${txtHost}.acme-links.com`, txtValue);
  await pointHost(host);
  const other = await otherBrowser();
  await enterAs(person, other);
  await other.goto(`/account/domains/${host}/verify`);
  await other.getByRole('button', { name: 'Check now' }).click();
  await expect(item).toContainText('Verified', { timeout: 5_000 });
  await expect(page.locator('#announcer-polite')).toHaveText(`${host} has changed.`);
});

test('offline and back: what happened meanwhile is shown, and the lists are live again', async ({
  people,
  enterAs,
  api,
  dashboard,
  guard,
  context,
  page,
}) => {
  guard.allow(/ERR_INTERNET_DISCONNECTED|WebSocket/);
  const person = await people.customer();
  const { secretKey, secretShortKey } = await concealAs(person, 'missed');
  await enterAs(person);
  await dashboard.open();
  await expect(live(page)).toHaveText('Live');
  await context.setOffline(true);
  await expect(live(page)).toHaveText('Updates paused, trying again', { timeout: 15_000 });
  await api.reveal(secretKey);
  await context.setOffline(false);
  await expect(dashboard.row(dashboard.received, secretShortKey)).toBeVisible({ timeout: 5_000 });
  await expect(live(page)).toHaveText('Live');
});

test('signing out in another tab ends the stream within five seconds, and nothing of it stays on the page', async ({
  people,
  enterAs,
  dashboard,
  context,
  page,
  texts,
}) => {
  const person = await people.customer();
  const { secretShortKey } = await concealAs(person, 'mine');
  const closed: number[] = [];
  page.on('websocket', (socket) => socket.on('close', () => closed.push(Date.now())));
  await enterAs(person);
  await dashboard.open('/recent');
  await expect(live(page)).toHaveText('Live');
  await expect(page.getByText(secretShortKey).first()).toBeVisible();
  const second = await context.newPage();
  await second.goto('/account');
  await new AccountMenu(second, texts).signOut();
  const signedOut = Date.now();
  await expect(page).toHaveURL('/signin?redirect=%2Frecent');
  await expect(page.getByText(secretShortKey)).toHaveCount(0);
  await expect.poll(() => closed.length, { timeout: 5_000 }).toBeGreaterThan(0);
  expect((closed[0] ?? 0) - signedOut).toBeLessThan(5_000);
});

test.describe('in Hebrew at 360 px', () => {
  test.use({ locale: 'he-IL', viewport: { width: 360, height: 740 }, uiLocale: 'he' });

  test('the lists flip, say so in Hebrew, and never scroll sideways', async ({
    people,
    enterAs,
    api,
    dashboard,
    page,
  }) => {
    const { app, core } = readTexts('he');
    const person = await people.customer();
    const { secretKey, secretShortKey } = await concealAs(person, 'mine');
    await enterAs(person);
    await dashboard.open('/recent');
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await expect(live(page)).toHaveText(core.live.on);
    // What happened before the stream's first answer is shown, and not said: a new row tells that it came.
    const { secretShortKey: second } = await concealAs(person, 'another');
    await expect(dashboard.row(dashboard.notReceived, second)).toBeVisible(soon);
    await api.reveal(secretKey);
    await expect(dashboard.row(dashboard.received, secretShortKey)).toBeVisible(soon);
    await expect(page.locator('#announcer-polite')).toHaveText(app.activity.opened_one);
    const tooWide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(tooWide).toBeLessThanOrEqual(0);
  });
});
