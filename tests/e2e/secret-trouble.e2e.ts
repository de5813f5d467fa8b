import type { Page } from '@playwright/test';
import { readTexts } from '../support/texts.ts';
import { expect, test } from './support/fixtures.ts';
import { seenText } from './support/seen-text.ts';

const lostAnswer = /net::ERR_FAILED/;

/** The server gets the call and answers, but the answer never arrives. Happens the given number of times. */
async function loseAnswers(page: Page, secretKey: string, times: number): Promise<string[]> {
  const claims: string[] = [];
  await page.route(`**/api/v2/secret/${secretKey}`, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    claims.push(route.request().headers()['idempotency-key'] ?? '');
    if (claims.length > times) return route.continue();
    await route.fetch();
    await route.abort('failed');
  });
  return claims;
}

test('SEC-10 if the page cannot load its data, it says so and can try again', async ({ api, secret, page, guard }) => {
  guard.allow(/status of 503/);
  const { secretKey } = await api.conceal('patient');
  let isDown = true;
  await page.route(`**/api/v2/secret/${secretKey}`, (route) =>
    isDown ? route.fulfill({ status: 503, contentType: 'application/json', body: '{}' }) : route.continue(),
  );
  await secret.visit(secretKey);
  await expect(secret.heading).toHaveText('Failed to fetch initial page data');
  await expect(page.getByText('An error occurred while fetching the secret')).toBeVisible();
  isDown = false;
  await secret.retry.click();
  await expect(secret.heading).toHaveText('A private message for you');
});

test('SEC-11 an answer lost on the way is fetched again with the same claim', async ({ api, secret, page, guard }) => {
  guard.allow(lostAnswer);
  const { secretKey } = await api.conceal('worth a second try');
  await secret.visit(secretKey);
  const claims = await loseAnswers(page, secretKey, 1);
  await secret.press();
  await expect(page.getByText('We could not confirm that the message arrived. Try again.')).toBeVisible();
  await secret.retry.click();
  await expect(secret.value).toHaveValue('worth a second try');
  expect(claims).toHaveLength(2);
  expect(claims[0]).toMatch(/^[\w-]{43}$/);
  expect(claims[1]).toBe(claims[0]);
});

test('SEC-11 offline nothing is sent, and the message still opens afterwards', async ({
  api,
  secret,
  page,
  context,
}) => {
  const { secretKey } = await api.conceal('still there');
  await secret.visit(secretKey);
  await context.setOffline(true);
  await secret.press();
  await expect(page.getByText('You are offline. Nothing was sent.')).toBeVisible();
  await context.setOffline(false);
  await secret.press();
  await expect(secret.value).toHaveValue('still there');
});

test('SEC-23 a lost answer is fetched again at most three times', async ({ api, secret, page, guard }) => {
  guard.allow(lostAnswer);
  const { secretKey } = await api.conceal('unlucky');
  await secret.visit(secretKey);
  const claims = await loseAnswers(page, secretKey, 4);
  await secret.press();
  for (let fetched = 0; fetched < 4; fetched += 1) {
    await expect(secret.heading).toHaveText('The connection was interrupted');
    await secret.retry.click();
    await expect.poll(() => claims.length).toBe(fetched + 2);
  }
  await expect(page.getByText('The message can no longer be retrieved. Ask the sender for a new link.')).toBeVisible();
});

test('SEC-23 after a reload nothing is fetched again', async ({ api, secret, page, guard }) => {
  guard.allow(lostAnswer);
  const { secretKey } = await api.conceal('reloaded');
  await secret.visit(secretKey);
  await loseAnswers(page, secretKey, 1);
  await secret.press();
  await expect(secret.heading).toHaveText('The connection was interrupted');
  await secret.visit(secretKey);
  await expect(secret.heading).toHaveText('That information is no longer available.');
});

test('SEC-23 once the message is shown, the page acknowledges it and nobody can fetch it again', async ({
  api,
  secret,
  page,
}) => {
  const { secretKey, metadataKey } = await api.conceal('shown');
  await secret.visit(secretKey);
  const acknowledged = page.waitForRequest(`**/api/v2/secret/${secretKey}/acknowledge`);
  await secret.press();
  await expect(secret.value).toHaveValue('shown');
  const claim = (await acknowledged).headers()['idempotency-key'] ?? '';
  await expect.poll(async () => (await api.metadata(metadataKey)).body.details.delivery_confirmed).toBe(true);
  expect((await api.reveal(secretKey, {}, { 'Idempotency-Key': claim })).status).toBe(404);
});

test('SEC-24 after five wrong tries the page has to wait; the message is not lost', async ({ api, secret }) => {
  const { secretKey, metadataKey } = await api.conceal('guarded', { passphrase: 'plum' });
  await secret.visit(secretKey);
  for (let tries = 0; tries < 6; tries += 1) {
    await secret.passphrase.fill(`wrong ${tries}`);
    await secret.press();
    await expect(tries < 5 ? secret.passphraseError : secret.error).toBeVisible();
    if (tries < 5) await expect(secret.open).toBeEnabled();
  }
  await expect(secret.error).toContainText(/You can try again in \d+ minutes/);
  await expect(secret.open).toBeDisabled();
  expect((await api.metadata(metadataKey)).body.record.state).toBe('new');
});

test('SEC-24 a locked message says who to ask', async ({ api, secret, page }) => {
  const { secretKey } = await api.conceal('locked', { passphrase: 'plum' });
  await secret.visit(secretKey);
  const body = JSON.stringify({ message: 'Cripes! You have been rate limited.', success: false, code: 'rate_limited' });
  await page.route(`**/api/v2/secret/${secretKey}`, (route) =>
    route.fulfill({ status: 400, contentType: 'application/json', body }),
  );
  await secret.passphrase.fill('pear');
  await secret.press();
  await expect(secret.error).toContainText('Too many wrong tries. Ask the sender for a new link.');
  await expect(secret.open).toBeDisabled();
});

for (const code of ['en', 'he'] as const) {
  test(`SEC-22 the recipient's page reads in this order: ${code}`, async ({ api, page, baseURL }) => {
    const { secretKey } = await api.conceal('in order', { passphrase: 'plum' });
    const { core } = readTexts(code);
    await page.goto(`/secret/${secretKey}?locale=${code}`);
    await page.getByRole('button', { name: core.secret.click }).waitFor();
    const host = new URL(baseURL ?? '').host;
    const where = core.secret.whereYouAre.replace(/[\u2066-\u2069]/g, '').replace('{{host}}', host);
    const lines = (await seenText(page.getByRole('main'))).split('\n').filter((line) => line.trim() !== '');
    expect(lines.map((line) => line.replace(/[\u2066-\u2069]/g, '').trim())).toEqual([
      core.secret.passphraseHeading,
      core.secret.caution,
      core.passphrase.label,
      core.secret.passphraseCaution,
      core.secret.click.replace(/^./, (letter) => letter.toUpperCase()),
      core.secret.details.summary,
      `${where}. ${core.secret.never}`,
    ]);
  });
}
