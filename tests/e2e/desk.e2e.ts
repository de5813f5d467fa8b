import { linkKey } from '../support/mail-files.ts';
import { openAsPageOf } from '../support/open-as-page.ts';
import { PASSWORD, type People, type Person } from '../support/people.ts';
import { expect, test } from './support/fixtures.ts';

const deskAddress = 'support@example.com';
const newTicket = () => `AB-${crypto.randomUUID().slice(0, 8)}`;

/** A submission by a customer, who needs no captcha, and the key of the link that was emailed for it. */
async function submit(people: People, sender: Person, ticketNumber: string): Promise<string> {
  await sender.browser.post('/api/v2/incoming', { secret: 'text', ticketno: ticketNumber });
  return linkKey(await people.mailTo(deskAddress, new RegExp(ticketNumber)), 'secret');
}

/** A system has one such account, so these tests take turns. */
test.describe.configure({ mode: 'serial' });

async function deskAccount(people: People): Promise<Person> {
  const there = { email: deskAddress, password: PASSWORD, browser: people.visitor(), recoveryCodes: [] };
  const isThere = await people.signIn(there).then(
    () => true,
    () => false,
  );
  return isThere ? there : await people.customer({ email: deskAddress });
}

test('DESK-1 the support desk’s own account has a page with every ticket: what became of it, and by whom it was opened', async ({
  people,
  enterAs,
  dashboard,
  page,
}) => {
  const sender = await people.customer();
  const [byVisitor, byDesk, waiting] = [newTicket(), newTicket(), newTicket()];
  await openAsPageOf(people.visitor(), await submit(people, sender, byVisitor));
  const desk = await deskAccount(people);
  await openAsPageOf(desk.browser, await submit(people, sender, byDesk));
  await submit(people, sender, waiting);
  await enterAs(desk);
  await dashboard.open();
  await dashboard.tabs.getByRole('link', { name: 'Support desk' }).click();
  await expect(page).toHaveURL('/dashboard/desk');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Support desk');
  for (const [ticket, state, opened] of [
    [byVisitor, 'Opened', /^opened by somebody who was not signed in ·/],
    [byDesk, 'Opened', /^opened by the support desk ·/],
    [waiting, 'Not opened yet', null],
  ] as const) {
    const row = dashboard.row(dashboard.desk, ticket);
    await expect(row.first()).toContainText(state);
    const story = row.first().getByRole('listitem');
    await expect(story).toHaveText([/^submitted/, /^emailed/, ...(opened === null ? [] : [opened])]);
  }
});

test('DESK-2 a search by ticket number keeps what has exactly that number, behind the # of the address, over back and reload', async ({
  people,
  enterAs,
  dashboard,
  page,
}) => {
  const sender = await people.customer();
  const [wanted, other] = [newTicket(), newTicket()];
  await submit(people, sender, wanted);
  await submit(people, sender, other);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await enterAs(await deskAccount(people));
  await dashboard.open('/dashboard/desk');
  await expect(dashboard.row(dashboard.desk, other).first()).toBeVisible();
  await dashboard.ticket.focus();
  await page.keyboard.type(` ${wanted} `);
  const rows = dashboard.desk.locator('[data-row]');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(wanted);
  await expect(dashboard.ticket).toBeFocused();
  await expect(page).toHaveURL(`/dashboard/desk#ticket=${wanted}`);
  await page.reload();
  await expect(dashboard.ticket).toHaveValue(wanted);
  await expect(rows).toHaveCount(1);
  await dashboard.ticket.fill('AB-none');
  await expect(dashboard.deskNothing).toContainText('No submission has this ticket number.');
  await dashboard.deskNothing.getByRole('button', { name: 'Show everything' }).click();
  await expect(dashboard.row(dashboard.desk, other).first()).toBeVisible();
  await expect(dashboard.ticket).toHaveValue('');
  expect(asked.join(' ')).not.toContain(wanted);
});

test('DESK-3 for another account there is neither a tab nor a page', async ({ people, enterAs, dashboard, page }) => {
  await enterAs(await people.customer());
  await dashboard.open();
  await expect(dashboard.tabs.getByRole('link', { name: 'Support desk' })).toHaveCount(0);
  await page.goto('/dashboard/desk');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 - Page Not Found');
});

test('DESK-4 a queue that does not load says so, and shows itself once asked again', async ({
  people,
  enterAs,
  dashboard,
  page,
  guard,
}) => {
  guard.allow(/ERR_FAILED/);
  await enterAs(await deskAccount(people));
  await page.route('**/graphql', (route) => route.abort('failed'));
  await dashboard.open('/dashboard/desk');
  await expect(page.getByRole('alert').first()).toBeVisible();
  await page.unroute('**/graphql');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(dashboard.desk.locator('[data-row]').first()).toBeVisible();
});

test('DESK-5 a visitor is asked to sign in, and led back to the desk', async ({ page }) => {
  await page.goto('/dashboard/desk');
  await expect(page).toHaveURL('/signin?redirect=%2Fdashboard%2Fdesk');
});

test('DESK-6 the queue is live: what comes in waits behind a button while somebody points at it, and flips when it is opened', async ({
  people,
  enterAs,
  dashboard,
  page,
}) => {
  const sender = await people.customer();
  const [first, second] = [newTicket(), newTicket()];
  const key = await submit(people, sender, first);
  await enterAs(await deskAccount(people));
  await dashboard.open('/dashboard/desk');
  await expect(page.getByTestId('live')).toHaveText('Live');
  const row = dashboard.row(dashboard.desk, first).first();
  await row.hover();
  await submit(people, sender, second);
  await dashboard.showNew(1).click();
  await expect(dashboard.row(dashboard.desk, second).first()).toContainText(/emailed/);
  await openAsPageOf(people.visitor(), key);
  await expect(row).toContainText('opened by somebody who was not signed in', { timeout: 2_000 });
  await expect(page.locator('#announcer-polite')).not.toBeEmpty();
});
