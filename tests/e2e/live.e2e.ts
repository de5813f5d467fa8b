import { AccountMenu } from '../support/pages/account-menu.ts';
import { pressLikeAPerson } from '../support/pages/press-like-a-person.ts';
import { expect, test } from './support/fixtures.ts';

/** What the page does by itself every 15 seconds while it is not told of changes. */
const quarterMinute = 15_000;
const calm = 10_000;

test('META-2 the page flips within two seconds when another browser opens the message, without a reload', async ({
  api,
  metadata,
  otherBrowser,
  page,
}) => {
  const { secretKey, metadataKey } = await api.conceal('seen elsewhere');
  await metadata.open(metadataKey);
  await expect(page.getByTestId('live')).toHaveText('Live');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const reader = await otherBrowser();
  await reader.goto(`/secret/${secretKey}`);
  await pressLikeAPerson(reader.getByRole('button', { name: 'click to continue' }));
  await expect(reader.getByRole('textbox')).toHaveValue('seen elsewhere');
  await expect(metadata.status).toHaveText('received', { timeout: 2_000 });
  await expect(metadata.heading).toHaveText('Your message was opened');
  await expect(page.locator('#announcer-polite')).toHaveText('Your message was opened');
  await expect(metadata.shareLink).toHaveCount(0);
  expect(asked, 'what the stream told is what the page shows').toEqual([]);
});

test('META-3 the page flips when the message is burned elsewhere', async ({ api, metadata, otherBrowser, page }) => {
  const { metadataKey } = await api.conceal('burned elsewhere');
  await metadata.open(metadataKey);
  await expect(page.getByTestId('live')).toHaveText('Live');
  const other = await otherBrowser();
  await other.goto(`/private/${metadataKey}/burn`);
  await other.getByRole('button', { name: 'Confirm' }).click();
  await expect(metadata.status).toHaveText('burned', { timeout: 2_000 });
  await expect(metadata.burn).toHaveCount(0);
});

test('META-9 without a socket the page asks every 15 seconds, and says that updates are paused', async ({
  api,
  metadata,
  guard,
  page,
}) => {
  guard.allow(/WebSocket connection to .* failed/);
  await page.clock.install();
  const tried = Promise.withResolvers<void>();
  await page.routeWebSocket('**/graphql', (socket) => {
    tried.resolve();
    return socket.close({ code: 1013 });
  });
  const { secretKey, metadataKey } = await api.conceal('asked for');
  await metadata.open(metadataKey);
  await expect(metadata.status).toHaveText('not received');
  // The page listens a moment after it is shown, and its patience begins then.
  await tried.promise;
  await page.clock.runFor(calm);
  await expect(page.getByTestId('live')).toHaveText('Updates paused, trying again');
  await api.reveal(secretKey);
  await page.clock.runFor(quarterMinute);
  await expect(metadata.status).toHaveText('received');
});

test('an answer that was asked for before the stream told more does not take it back', async ({
  api,
  metadata,
  guard,
  page,
}) => {
  guard.allow(/WebSocket connection to .* failed/);
  let isDown = true;
  await page.routeWebSocket('**/graphql', (socket) =>
    isDown ? socket.close({ code: 1013 }) : void socket.connectToServer(),
  );
  const { secretKey, metadataKey } = await api.conceal('answered late', { passphrase: 'plum' });
  await metadata.open(metadataKey);
  const [asked, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route('**/api/v2/private/*', async (route) => {
    const response = await route.fetch();
    asked.resolve();
    await late.promise;
    await route.fulfill({ response });
  });
  const answered = page.waitForResponse('**/api/v2/private/*');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await asked.promise;
  isDown = false;
  await api.reveal(secretKey, { passphrase: 'pear' });
  await expect(metadata.story).toHaveCount(3, { timeout: 15_000 });
  late.resolve();
  await (await answered).finished();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  await expect(metadata.story).toHaveCount(3);
});

test('META-9 while the stream works the page does not ask', async ({ api, metadata, page }) => {
  await page.clock.install();
  const { metadataKey } = await api.conceal('not asked for');
  await metadata.open(metadataKey);
  await expect(page.getByTestId('live')).toHaveText('Live');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  // Less than until the first ping of the socket, whose answer would not come in this quicker time.
  await page.clock.runFor(quarterMinute + 5_000);
  await expect(page.getByTestId('live')).toHaveText('Live');
  expect(asked.filter((url) => url.includes('/private/'))).toEqual([]);
});

test('offline and back: what happened meanwhile is shown, and the page is live again', async ({
  api,
  metadata,
  guard,
  context,
  page,
}) => {
  guard.allow(/ERR_INTERNET_DISCONNECTED|WebSocket connection to .* failed/);
  const { secretKey, metadataKey } = await api.conceal('missed');
  await metadata.open(metadataKey);
  await expect(page.getByTestId('live')).toHaveText('Live');
  await context.setOffline(true);
  await expect(page.getByTestId('live')).toHaveText('Updates paused, trying again', { timeout: calm + 5_000 });
  await api.reveal(secretKey);
  await context.setOffline(false);
  await expect(metadata.status).toHaveText('received', { timeout: 5_000 });
  await expect(page.getByTestId('live')).toHaveText('Live');
});

test('the server restarts its socket: the page takes up its stream by itself', async ({ api, metadata, page }) => {
  let opened = 0;
  await page.routeWebSocket('**/graphql', (socket) => {
    opened += 1;
    const server = socket.connectToServer();
    if (opened === 1)
      server.onMessage((message) =>
        `${message}`.includes('"next"') ? socket.close({ code: 1001 }) : socket.send(message),
      );
  });
  const { secretKey, metadataKey } = await api.conceal('again');
  await metadata.open(metadataKey);
  await expect.poll(() => opened).toBeGreaterThan(1);
  await expect(page.getByTestId('live')).toHaveText('Live');
  await api.reveal(secretKey);
  await expect(metadata.status).toHaveText('received', { timeout: 2_000 });
});

test('signing out in another tab ends the stream of this one, which goes on as a visitor`s', async ({
  people,
  enterAs,
  metadata,
  api,
  context,
  page,
  texts,
}) => {
  const { secretKey, metadataKey } = await api.conceal('still mine');
  await enterAs(await people.customer());
  const codes: number[] = [];
  await page.routeWebSocket('**/graphql', (socket) => {
    const server = socket.connectToServer();
    server.onClose((code = 0, reason = '') => {
      codes.push(code);
      void socket.close({ code, reason });
    });
  });
  await metadata.open(metadataKey);
  await expect(page.getByTestId('live')).toHaveText('Live');
  const other = await context.newPage();
  await other.goto('/account');
  await new AccountMenu(other, texts).signOut();
  await expect.poll(() => codes, { timeout: 5_000 }).toContain(4403);
  await metadata.open(metadataKey);
  await expect(page.getByTestId('live')).toHaveText('Live');
  await api.reveal(secretKey);
  await expect(metadata.status).toHaveText('received', { timeout: 2_000 });
});
