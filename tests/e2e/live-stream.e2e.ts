import type { Page } from '@playwright/test';
import { concealAs } from '../support/customer-secrets.ts';
import { expect, test } from './support/fixtures.ts';
import { ToldActivity, toldSecret } from './support/told-activity.ts';

const live = (page: Page) => page.getByTestId('live');

/** Every text that the polite region gets, and when. */
async function hearPolitely(page: Page): Promise<() => Promise<{ text: string; at: number }[]>> {
  await page.evaluate(() => {
    const heard: { text: string; at: number }[] = [];
    Object.assign(window, { heard });
    const region = document.getElementById('announcer-polite');
    new MutationObserver(() => {
      const text = region?.textContent ?? '';
      if (text !== '') heard.push({ text, at: Date.now() });
    }).observe(region as Node, { childList: true, characterData: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { heard: { text: string; at: number }[] }).heard);
}

test('new rows never move the row under the pointer or the focus: they wait behind a button that says how many', async ({
  people,
  enterAs,
  dashboard,
  page,
}) => {
  const person = await people.customer();
  const { secretShortKey } = await concealAs(person, 'mine');
  const told = await ToldActivity.on(page);
  await enterAs(person);
  await dashboard.open('/recent');
  const row = dashboard.row(dashboard.notReceived, secretShortKey);
  await row.hover();
  const before = await row.boundingBox();
  await expect(live(page)).toHaveText('Live');
  for (const place of [1, 2, 3]) told.tell('CREATED', { secret: toldSecret(place) });
  await expect(dashboard.showNew(3)).toBeVisible();
  await expect(page.locator('[data-row]')).toHaveCount(1);
  expect(await row.boundingBox()).toEqual(before);
  await dashboard.showNew(3).click();
  await expect(page.locator('[data-row]')).toHaveCount(4);
  await expect(dashboard.showNew(3)).toHaveCount(0);

  await page.mouse.move(0, 0);
  const focused = row.getByRole('link').first();
  await focused.focus();
  told.tell('CREATED', { secret: toldSecret(4) });
  await expect(dashboard.showNew(1)).toBeVisible();
  await expect(focused).toBeFocused();
  await dashboard.search.focus();
  await expect(page.locator('[data-row]')).toHaveCount(5);
});

test('what happens is announced at most once in five seconds, and counted', async ({
  people,
  enterAs,
  dashboard,
  page,
}) => {
  const person = await people.customer();
  await concealAs(person, 'mine');
  const told = await ToldActivity.on(page);
  await enterAs(person);
  await dashboard.open('/recent');
  await expect(page.locator('[data-row]')).toHaveCount(1);
  await expect(live(page)).toHaveText('Live');
  const heard = await hearPolitely(page);
  const opened = (place: number) => toldSecret(place, { state: 'RECEIVED', received: 1 });
  for (const place of [1, 2]) told.tell('CREATED', { secret: toldSecret(place) });
  // Told late: by then it was opened.
  told.tell('CREATED', { secret: opened(3) });
  for (const place of [1, 2, 3]) told.tell('OPENED', { secret: opened(place) });
  // A stream begins with the last minute: this was there when the page asked.
  told.tell('OPENED', { secret: opened(3), at: Math.floor(Date.now() / 1000) - 30 });
  await expect.poll(heard, { timeout: 8000 }).toHaveLength(2);
  const [first, second] = await heard();
  expect([first?.text, second?.text]).toEqual(['A message was opened.', '2 messages were opened.']);
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(4900);
});

test('a search keeps what it found: what happens to other secrets is not shown', async ({
  people,
  enterAs,
  dashboard,
  page,
}) => {
  const person = await people.customer();
  const { secretShortKey } = await concealAs(person, 'mine');
  const told = await ToldActivity.on(page);
  await enterAs(person);
  await dashboard.open('/recent');
  await expect(page.locator('[data-row]')).toHaveCount(1);
  const found = page.waitForResponse((answer) => answer.request().postData()?.includes(secretShortKey) === true);
  await dashboard.search.fill(secretShortKey);
  await expect(page).toHaveURL(/#search=/);
  // Whatever is still on its way when something is told is asked for again, and the server does not know what is told here.
  await found;
  await expect(page.locator('[data-row]')).toHaveCount(1);
  await expect(live(page)).toHaveText('Live');
  told.tell('CREATED', { secret: toldSecret(1), counts: { received: 0, notReceived: 41 } });
  await expect(dashboard.tabs).toContainText('41');
  await expect(page.locator('[data-row]')).toHaveCount(1);
});

test('an email goes from waiting to sent, and the row that changed is tinted, but not where motion is unwanted', async ({
  people,
  enterAs,
  dashboard,
  page,
}) => {
  const person = await people.customer();
  await concealAs(person, 'mine');
  const told = await ToldActivity.on(page);
  await enterAs(person);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await dashboard.open('/recent');
  await expect(page.locator('[data-row]')).toHaveCount(1);
  await expect(live(page)).toHaveText('Live');
  const email = (status: string) => ({
    deliveries: [{ __typename: 'Delivery', status, at: 1 }],
    recipients: 'mi*****@e*****.com',
  });
  told.tell('CREATED', { secret: toldSecret(1, email('QUEUED')) });
  const row = page.locator('[data-row]').filter({ hasText: 'told1' });
  await expect(row).toContainText('email waiting to be sent');
  await expect(row).toHaveAttribute('data-changed', 'true');
  expect(await row.evaluate((node) => getComputedStyle(node).animationName)).toBe('changed');
  await expect(row).not.toHaveAttribute('data-changed', 'true');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  told.tell('EMAIL_SENT', { secret: toldSecret(1, email('SENT')) });
  await expect(row).toContainText(/emailed/);
  await expect(row).toHaveAttribute('data-changed', 'true');
  expect(await row.evaluate((node) => getComputedStyle(node).animationName)).toBe('none');
});

test('a page that missed too much asks for everything again, and listens anew without a place to go on from', async ({
  people,
  enterAs,
  dashboard,
  page,
}) => {
  const person = await people.customer();
  await concealAs(person, 'first');
  const told = await ToldActivity.on(page);
  await enterAs(person);
  await dashboard.open('/recent');
  await expect(page.locator('[data-row]')).toHaveCount(1);
  await expect(live(page)).toHaveText('Live');
  told.tell('CREATED', { secret: toldSecret(1) });
  await expect(page.locator('[data-row]')).toHaveCount(2);
  const { secretShortKey } = await concealAs(person, 'second');
  told.end('RESYNC_REQUIRED');
  await expect(dashboard.row(dashboard.notReceived, secretShortKey)).toBeVisible();
  await expect.poll(() => told.after).toEqual([null, null]);
  await expect(live(page)).toHaveText('Live');
});

test('pages of one tab share the stream, and a connection that breaks goes on after the last item', async ({
  people,
  enterAs,
  dashboard,
  page,
  guard,
}) => {
  guard.allow(/WebSocket/);
  await enterAs(await people.customer());
  const told = await ToldActivity.on(page);
  await dashboard.open();
  await expect(live(page)).toHaveText('Live');
  told.tell('CREATED', { secret: toldSecret(1), counts: { received: 0, notReceived: 1 } });
  await expect(page.locator('[data-row]')).toHaveCount(1);
  await dashboard.tabs.getByRole('link', { name: /^Recent secrets/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Recent secrets');
  await expect(live(page)).toHaveText('Live');
  expect(told.after).toEqual([null]);
  await told.stop();
  told.isDown = false;
  await expect.poll(() => told.after, { timeout: 8000 }).toEqual([null, '1']);
});

test('while the stream works the lists are not asked for; while it is down they are, every 15 seconds', async ({
  people,
  enterAs,
  dashboard,
  page,
  guard,
}) => {
  guard.allow(/WebSocket/);
  const person = await people.customer();
  await concealAs(person, 'mine');
  const told = await ToldActivity.on(page);
  await enterAs(person);
  await page.clock.install();
  await dashboard.open('/recent');
  await expect(page.locator('[data-row]')).toHaveCount(1);
  await expect(live(page)).toHaveText('Live');
  const asked: string[] = [];
  page.on('request', (request) => request.url().endsWith('/graphql') && asked.push(request.postData() ?? ''));
  // Longer than a poll would take, shorter than the socket waits between two pings.
  await page.clock.runFor(22_000);
  expect(asked).toEqual([]);
  await told.stop();
  await page.clock.runFor(11_000);
  await expect(live(page)).toHaveText('Updates paused, trying again');
  await page.clock.runFor(16_000);
  await expect.poll(() => asked.length).toBeGreaterThan(0);
});

test('an answer that was on its way when something happened does not put the old state back', async ({
  people,
  enterAs,
  dashboard,
  page,
}) => {
  const person = await people.customer();
  const told = await ToldActivity.on(page);
  let asked = 0;
  await page.route('**/graphql', async (route) => {
    if (route.request().postDataJSON()?.operationName !== 'Dashboard') return route.fallback();
    asked += 1;
    const answer = await route.fetch();
    // The second question is overtaken: something is told before its answer arrives.
    if (asked === 2) {
      await expect.poll(() => told.after.length).toBe(2);
      told.tell('CREATED', { counts: { received: 7, notReceived: 8 } });
      await expect(dashboard.tabs).toContainText('15');
    }
    await route.fulfill({ response: answer });
  });
  await enterAs(person);
  await dashboard.open();
  await expect(live(page)).toHaveText('Live');
  await concealAs(person, 'mine');
  told.tell('DELIVERY_CONFIRMED');
  told.end('RESYNC_REQUIRED');
  await expect(page.locator('[data-row]')).toHaveCount(1);
  expect(asked).toBe(3);
});
