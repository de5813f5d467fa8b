import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { verifyWebhook } from '@onceover/client';
import type { Page } from '@playwright/test';
import { concealAs } from '../support/customer-secrets.ts';
import { ready } from '../support/pages/home-page.ts';
import { test as base, expect } from './support/fixtures.ts';
import { Keyboard } from './support/keyboard.ts';
import { playedDeliveries, playedWebhook, playWebhooks } from './support/played-webhooks.ts';
import type { Stage } from './support/states/stage.ts';

interface Arrived {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Somebody's system on this machine; the installation of these tests lets webhooks reach it. */
interface Receiver {
  readonly url: string;
  readonly got: Arrived[];
  /** What it answers from now on. */
  status: number;
}

const test = base.extend<{ receiver: Receiver }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from this pattern
  receiver: async ({}, use) => {
    const server = createServer((request, response) => {
      void text(request).then((body) => {
        receiver.got.push({ headers: request.headers as Record<string, string>, body });
        response.writeHead(receiver.status).end();
      });
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const receiver: Receiver = {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
      got: [],
      status: 204,
    };
    await use(receiver);
    server.closeAllConnections();
    server.close();
  },
});

/** Fills in the form for another webhook on the page that is open, all events, and sends it. */
async function ask(page: Page, url: string): Promise<void> {
  const section = page.getByRole('region', { name: 'Webhooks', exact: true });
  await section.getByRole('button', { name: 'Add webhook' }).click();
  await section.getByRole('textbox', { name: 'Address' }).fill(url);
  await section.getByRole('button', { name: 'Add webhook' }).click();
}

/** The same, and gives its signing key. */
async function add(page: Page, url: string): Promise<string> {
  await ask(page, url);
  return (await page.getByTestId('fresh-key').textContent()) ?? '';
}

const rows = (page: Page) => page.locator('li[data-delivery]');

test('WHK-1 a webhook is added; a secret that is opened elsewhere arrives, signed; the log shows it, and sends it again', async ({
  people,
  enterAs,
  api,
  page,
  receiver,
}) => {
  const person = await people.customer();
  await enterAs(person);
  await page.goto('/account/programs');
  const section = page.getByRole('region', { name: 'Webhooks', exact: true });
  await expect(section).toContainText('In use: 0 of 2.');
  const key = await add(page, receiver.url);
  expect(key).toMatch(/^whsec_/);
  await section.getByRole('button', { name: "I've saved it" }).click();
  await expect(section).toContainText('In use: 1 of 2.');
  await expect(page.locator('body')).not.toContainText(key);

  const { secretKey } = await concealAs(person, 'tea');
  await api.reveal(secretKey);
  await expect
    .poll(() => receiver.got.map(({ body }) => JSON.parse(body).type).toSorted())
    .toContain('io.onceover.secret.received');
  for (const { headers, body } of receiver.got) await verifyWebhook({ headers, body, keys: key });

  await section.getByRole('link', { name: receiver.url }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Webhook');
  const opened = rows(page).filter({ hasText: 'A secret was opened' });
  await expect(opened).toContainText('Delivered');
  await expect(opened).toContainText('Answered 204');
  const before = receiver.got.length;
  await opened.getByRole('button', { name: /^Send again/ }).click();
  await expect.poll(() => receiver.got.length).toBe(before + 1);
  const again = receiver.got.at(-1);
  expect(receiver.got.filter(({ headers }) => headers['webhook-id'] === again?.headers['webhook-id'])).toHaveLength(2);

  await page.getByRole('searchbox', { name: 'Search' }).fill('secret.created');
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/search=secret\.created/);
  await page.getByRole('searchbox', { name: 'Search' }).fill('');
  await page.getByRole('combobox', { name: 'State' }).selectOption('Given up');
  await expect(page.getByText('Nothing was found.')).toBeVisible();
  await page.getByRole('combobox', { name: 'State' }).selectOption('Any state');

  await page.getByRole('button', { name: 'Replace signing key' }).click();
  await page.getByRole('button', { name: 'Replace signing key' }).click();
  const fresh = (await page.getByTestId('fresh-key').textContent()) ?? '';
  expect(fresh).not.toBe(key);
  await expect(page.getByText('Messages are signed with the old key, too')).toBeVisible();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect(rows(page).filter({ hasText: 'Test' })).toContainText('Delivered');
  const last = receiver.got.at(-1);
  if (last === undefined) throw new Error('nothing arrived');
  for (const keys of [key, fresh]) await verifyWebhook({ ...last, keys });

  await page.getByRole('button', { name: 'Send many again' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Everything' }).check();
  await dialog.getByRole('textbox', { name: 'After number' }).fill('4000000');
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await expect(dialog.getByRole('alert')).toContainText('No event has that number yet.');
  await dialog.getByRole('textbox', { name: 'After number' }).fill('');
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText(/^\d+ events are sent again\.$/)).toBeVisible();
});

test('WHK-2 a receiver that fails is said to; paused, events wait, and are left out; then the webhook is removed', async ({
  people,
  enterAs,
  page,
  receiver,
}) => {
  receiver.status = 500;
  const person = await people.customer();
  await enterAs(person);
  await page.goto('/account/programs');
  await add(page, receiver.url);
  await concealAs(person, 'tea');
  await expect.poll(() => receiver.got.length).toBeGreaterThan(0);
  await page.getByRole('link', { name: receiver.url }).click();
  const status = page.getByRole('region', { name: 'Status' });
  await expect(status).toContainText('Having trouble');
  await expect(rows(page)).toContainText('Answered 500');
  await expect(rows(page)).toContainText('Next attempt');
  await status.getByRole('button', { name: 'Pause' }).click();
  await expect(status.getByText('Paused')).toBeVisible();
  receiver.status = 204;
  await concealAs(person, 'milk');
  await expect(rows(page)).toHaveCount(2);
  await status.getByRole('button', { name: 'Resume' }).click();
  const question = page.getByRole('dialog', { name: 'Resume' });
  await expect(question).toContainText('2 events are waiting.');
  await question.getByRole('button', { name: 'Leave them out' }).click();
  await expect(question).toHaveCount(0);
  await expect(status).toContainText('Active');
  await expect(rows(page).filter({ hasText: 'Left out' })).toHaveCount(2);

  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Description' }).fill('Ticketing');
  await page.getByRole('radio', { name: 'Only the events I choose' }).check();
  await page.getByRole('checkbox', { name: 'A secret was burned' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  const settings = page.getByRole('region', { name: 'Settings' });
  await expect(settings).toContainText('Ticketing');
  await expect(settings).toContainText('A secret was burned');

  const address = page.url();
  await page.getByRole('button', { name: 'Remove webhook' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove webhook' }).click();
  await expect(page).toHaveURL('/account/programs');
  await expect(page.getByRole('region', { name: 'Webhooks', exact: true })).toContainText('There are no webhooks yet.');
  await page.goto(address);
  await expect(page.getByText('There is no such webhook.')).toBeVisible();
});

test('WHK-3 an address that leads inside is refused, and what was typed stays; a webhook is nobody else’s', async ({
  people,
  enterAs,
  page,
  receiver,
  otherBrowser,
}) => {
  await enterAs(await people.customer());
  await page.goto('/account/programs');
  const section = page.getByRole('region', { name: 'Webhooks', exact: true });
  await section.getByRole('button', { name: 'Add webhook' }).click();
  const address = section.getByRole('textbox', { name: 'Address' });
  for (const url of ['nowhere', 'https://10.0.0.8/hook', 'https://me:mine@hooks.example.com/']) {
    await address.fill(url);
    await section.getByRole('button', { name: 'Add webhook' }).click();
    await expect(section.getByRole('alert')).toContainText('Enter an address that begins with https://');
    await expect(address).toHaveValue(url);
  }
  await section.getByRole('button', { name: 'Cancel' }).click();
  await add(page, receiver.url);
  await page.getByRole('link', { name: receiver.url }).click();
  await page.waitForURL('**/account/webhooks/*');
  const other = await otherBrowser();
  await enterAs(await people.customer(), other);
  await other.goto(page.url());
  await expect(other.getByText('There is no such webhook.')).toBeVisible();
});

test('WHK-4 colonels have webhooks of the whole installation, which customers never see', async ({
  people,
  enterAs,
  page,
  receiver,
  otherBrowser,
  texts,
}) => {
  const { manage } = texts.colonel;
  const person = await people.customer();
  const colonel = await people.colonel({ secondFactor: true });
  await enterAs(colonel);
  // As if the colonel had signed in more than a quarter of an hour ago, for each change once.
  const old = new Set(['AddWebhook', 'RemoveWebhook']);
  await page.route('**/graphql', async (route) => {
    const { operationName } = route.request().postDataJSON() as { operationName?: string };
    if (operationName === undefined || !old.delete(operationName)) return await route.fallback();
    const refusal = {
      __typename: 'ReauthenticationRequired',
      code: 'account.reauthentication-required',
      message: 'Confirm with your password and a code, then try again.',
    };
    const field = operationName === 'AddWebhook' ? 'addWebhook' : 'removeWebhook';
    await route.fulfill({ json: { data: { [field]: refusal } } });
  });
  const confirmed = page.getByRole('dialog', { name: manage.confirm.title });
  const confirm = async (code: number) => {
    await expect(confirmed.getByLabel(manage.password)).toBeFocused();
    await confirmed.getByLabel(manage.password).fill(colonel.password);
    await confirmed.getByLabel(manage.code).fill(colonel.recoveryCodes.at(code) ?? '');
    await confirmed.getByLabel(manage.code).press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await page.goto('/colonel/webhooks');
  await ask(page, receiver.url);
  await expect(confirmed.getByLabel(manage.password)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alert')).toContainText(manage.confirm.text);
  old.add('AddWebhook');
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await confirm(-1);
  await page.getByRole('link', { name: receiver.url }).click();
  await page.waitForURL('**/colonel/webhooks/*');
  await concealAs(person, 'tea');
  await expect
    .poll(() => receiver.got.map(({ body }) => JSON.parse(body).type))
    .toContain('io.onceover.secret.created');
  await expect(rows(page).filter({ hasText: 'A secret was created' }).first()).toContainText('Delivered');
  const other = await otherBrowser();
  await enterAs(person, other);
  for (const path of ['/colonel/webhooks', new URL(page.url()).pathname]) {
    await other.goto(path);
    await expect(other).toHaveTitle('404 - Page Not Found');
  }
  await other.goto('/account/programs');
  await expect(other.getByRole('region', { name: 'Webhooks', exact: true })).toContainText('In use: 0 of');
  await page.getByRole('button', { name: 'Remove webhook' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove webhook' }).click();
  await confirm(-2);
  await expect(page).toHaveURL('/colonel/webhooks');
});

/** At the keyboard, before one webhook that waits; no receiver is needed for it. */
async function atKeyboard(
  { page, texts, people, enterAs }: Pick<Stage, 'page' | 'texts' | 'people' | 'enterAs'>,
  path: string,
) {
  const webhook = playedWebhook({ state: 'PAUSED', waiting: 3 });
  await playWebhooks(page, { webhooks: [webhook], deliveries: playedDeliveries() });
  await enterAs(await people.customer());
  await page.goto(path.replace(':id', webhook.id));
  await ready(page);
  await page.getByText(webhook.url).first().waitFor();
  const keys = new Keyboard(page, texts);
  await keys.enter();
  return keys;
}

test('WHK-5 without a mouse a webhook is added, its key is kept, and its page opened; the focus is never lost', async ({
  stage,
  page,
  texts: { webhooks: words },
}) => {
  const keys = await atKeyboard(stage, '/account/programs');
  const section = page.getByRole('region', { name: words.title, exact: true });
  await keys.tabTo(section.getByRole('button', { name: words.add }));
  await page.keyboard.press('Enter');
  await keys.isSomewhere();
  await keys.tabTo(section.getByRole('textbox', { name: words.address }));
  await page.keyboard.type('https://hooks.acme-links.com/');
  await keys.tabTo(section.getByRole('radio', { name: words.allEvents }));
  await page.keyboard.press('ArrowDown');
  await keys.tabThrough([section.getByRole('checkbox', { name: words.types.secretCreated })]);
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(section.getByRole('heading', { name: words.fresh.title })).toBeFocused();
  await keys.tabThrough([
    section.getByRole('button', { name: words.fresh.copy }),
    section.getByRole('button', { name: words.fresh.kept }),
  ]);
  await page.keyboard.press('Enter');
  await keys.isSomewhere();
  await keys.tabTo(section.getByRole('link'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('WHK-6 without a mouse: the dialogs, the form and the log of a webhook; the focus is never lost', async ({
  stage,
  page,
  texts: { webhooks: words, app },
}) => {
  const keys = await atKeyboard(stage, '/account/webhooks/:id');
  const dialog = page.getByRole('dialog');
  const resume = page.getByRole('button', { name: words.resume });
  await keys.tabTo(resume);
  await page.keyboard.press('Enter');
  // It asks first how much waits.
  await dialog.waitFor();
  await keys.staysIn(dialog);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(resume).toBeFocused();
  await keys.tabTo(page.getByRole('button', { name: words.edit }));
  await page.keyboard.press('Enter');
  await keys.isSomewhere();
  await keys.tabTo(page.getByRole('button', { name: app.account.cancel }));
  await page.keyboard.press('Enter');
  await keys.isSomewhere();
  await keys.tabTo(page.getByRole('combobox', { name: words.delivery.state }));
  await keys.tabThrough([page.getByRole('searchbox', { name: words.delivery.search })]);
  await keys.tabTo(rows(page).nth(2).getByRole('button'));
  const older = page.getByRole('button', { name: words.delivery.older });
  await keys.tabTo(older);
  await page.keyboard.press('Enter');
  await expect(older).toBeFocused();
  const replay = page.getByRole('button', { name: words.replay.open });
  await keys.tabTo(replay);
  await page.keyboard.press('Enter');
  await keys.tabTo(dialog.getByRole('textbox', { name: words.replay.upTo }));
  await page.keyboard.press('Escape');
  await expect(replay).toBeFocused();
  await keys.leave();
});
