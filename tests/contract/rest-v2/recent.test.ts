import { burnAnswer, privateAnswer, recentAnswer } from '@onceover/schema/rest/metadata';
import { secretAnswer } from '@onceover/schema/rest/secret';
import { expect, test } from 'vitest';
import type { Browser } from '../../support/browser.ts';
import { ask, post } from '../../support/http.ts';
import { expectFailure, expectOk, expectPlainError, expectUnknownSecret } from '../support/expectations.ts';
import { burn, look, reveal, showPrivate, unknownKey } from '../support/secrets.ts';
import { systemOfThisFile } from '../support/system.ts';

const system = systemOfThisFile();
const RECENT = '/api/v2/private/recent';

async function concealAs(browser: Browser, fields: Readonly<Record<string, string>> = {}) {
  const { json } = await browser.post('/api/v2/secret/conceal', { secret: 'tea at 5?', ...fields });
  return json.record as { metadata: { key: string; shortkey: string }; secret: { key: string; shortkey: string } };
}

const recentOf = async (browser: Browser) => expectOk(await browser.get(RECENT), recentAnswer);

test('only signed-in customers have recent secrets', async () => {
  const wanted = { status: 403, code: 'not_authorized', message: 'Not authorized' };
  expectPlainError(await ask(system.url, RECENT), wanted);
  const { browser, email } = await system.people.customer();
  const none = await recentOf(browser);
  expect(none).toMatchObject({ custid: email, count: 0, records: [], details: { has_items: false, has_more: false } });
});

test('a proxy can ask with HEAD whether a private link is known: by a handle to its owner only', async () => {
  const { browser } = await system.people.customer();
  const { metadata } = await concealAs(browser);
  const handle = (await recentOf(browser)).records[0]?.key ?? '';
  const { cookie = '' } = browser;
  for (const [key, headers, status] of [
    [metadata.key, {}, 200],
    [handle, { cookie }, 200],
    [handle, {}, 404],
    [unknownKey, { cookie }, 404],
  ] as const) {
    const answers = ['HEAD', 'GET'].map((method) => ask(system.url, `/api/v2/private/${key}`, { method, headers }));
    expect((await Promise.all(answers)).map((answer) => answer.status)).toEqual([status, status]);
  }
});

test('every secret is listed once, in its group, by a handle and without its link', async () => {
  const { browser, email } = await system.people.customer();
  const made = [];
  for (let index = 0; index < 4; index += 1) made.push(await concealAs(browser));
  const [received, burned, expired, pending] = made as [
    (typeof made)[0],
    (typeof made)[0],
    (typeof made)[0],
    (typeof made)[0],
  ];
  await reveal(system.url, received?.secret.key ?? '');
  await burn(system.url, burned?.metadata.key ?? '');
  await system.tables.expireNow(expired?.secret.shortkey ?? '');
  const { count, records, details } = await recentOf(browser);
  expect(count).toBe(4);
  expect(records.map(({ shortkey }) => shortkey)).toEqual(made.map(({ metadata }) => metadata.shortkey));
  expect(records.map(({ state }) => state)).toEqual(['received', 'burned', 'expired', 'new']);
  expect(details.received.map(({ state }) => state)).toEqual(['burned', 'received']);
  expect(details.notreceived.map(({ shortkey }) => shortkey)).toEqual([
    expired?.metadata.shortkey,
    pending?.metadata.shortkey,
  ]);
  for (const record of records) {
    expect(record).toMatchObject({ custid: email, share_url: null });
    expect(record.metadata_url).toBe(`${system.url}/private/${record.key}`);
    expect(made.map(({ metadata }) => metadata.key)).not.toContain(record.key);
  }
});

test('a handle works only for its owner, and never gives the link', async () => {
  const [owner, other] = [await system.people.customer(), await system.people.customer()];
  const { secret } = await concealAs(owner.browser, { passphrase: 'plum' });
  const key = (await recentOf(owner.browser)).records[0]?.key ?? '';
  const shown = expectOk(await owner.browser.get(`/api/v2/private/${key}`), privateAnswer);
  expect(shown.record).toMatchObject({ key, custid: owner.email, secret_key: null, share_path: null, share_url: null });
  expect(shown.details).toMatchObject({ show_secret_link: false, show_metadata_link: false, is_owner: true });
  expect(shown.details).toMatchObject({ is_by_owner_handle: true, deliveries: [] });
  for (const answer of [await showPrivate(system.url, key), await other.browser.get(`/api/v2/private/${key}`)]) {
    expectUnknownSecret(answer, key);
  }
  expectUnknownSecret(await burn(system.url, key), key);
  expectUnknownSecret(await other.browser.post(`/api/v2/private/${key}/burn`, { continue: 'true' }), key);
  expectUnknownSecret(await look(system.url, key), key);
  expect((await look(system.url, secret.key)).status).toBe(200);
});

test('burning by handle needs no passphrase, but it must be confirmed', async () => {
  const { browser, email } = await system.people.customer();
  const { secret } = await concealAs(browser, { passphrase: 'plum' });
  const key = (await recentOf(browser)).records[0]?.key ?? '';
  const refused = { status: 400, code: 'not_burned', message: 'Secret could not be burned.' };
  expectFailure(await browser.post(`/api/v2/private/${key}/burn`), refused);
  const answer = expectOk(await browser.post(`/api/v2/private/${key}/burn`, { continue: 'true' }), burnAnswer);
  expect(answer).toMatchObject({ custid: email, record: { key, state: 'burned', custid: email } });
  expectUnknownSecret(await look(system.url, secret.key), secret.key);
});

test('nobody else learns who owns a secret', async () => {
  const [owner, other] = [await system.people.customer(), await system.people.customer()];
  const { metadata, secret } = await concealAs(owner.browser);
  const custidFor = async (answer: ReturnType<typeof ask>) => expectOk(await answer, privateAnswer).record.custid;
  expect(await custidFor(owner.browser.get(`/api/v2/private/${metadata.key}`))).toBe(owner.email);
  expect(await custidFor(showPrivate(system.url, metadata.key))).toBeNull();
  expect(await custidFor(other.browser.get(`/api/v2/private/${metadata.key}`))).toBeNull();
  const anonymous = await post(system.url, '/api/v2/secret/conceal', { secret: 'a' });
  const visitors = anonymous.json.record.metadata.key;
  expect(await custidFor(owner.browser.get(`/api/v2/private/${visitors}`))).toBe('anon');
  const gate = (await owner.browser.get(`/api/v2/secret/${secret.key}`)).json;
  expect(secretAnswer.parse(gate).details.is_owner).toBe(true);
  expect((await look(system.url, secret.key)).json.details.is_owner).toBe(false);
});
