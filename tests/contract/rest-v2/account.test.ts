import { accountAnswer, apiTokenAnswer, authcheckAnswer, updateLocaleAnswer } from '@onceover/schema/rest/account';
import { beforeAll, expect, test } from 'vitest';
import { ask, post } from '../../support/http.ts';
import { basic, type Person } from '../../support/people.ts';
import { expectFailure, expectOk, expectPlainError, expectShrimp } from '../support/expectations.ts';
import { systemOfThisFile } from '../support/system.ts';

const system = systemOfThisFile();
const notAuthorized = { status: 403, code: 'not_authorized', message: 'Not authorized' };
const TOKEN = '/api/v2/account/apitoken';
const LOCALE = '/api/v2/account/update-locale';
let nina: Person;
let paid: Person;

beforeAll(async () => {
  nina = await system.people.customer();
  paid = await system.people.paidCustomer();
});

test('authcheck says who the customer is', async () => {
  const { record, details } = expectOk(await nina.browser.get('/api/v2/authcheck'), authcheckAnswer);
  expect(details).toEqual({ authenticated: true, authorized: true });
  expect(record).toMatchObject({
    custid: nina.email,
    role: 'customer',
    verified: true,
    active: true,
    locale: null,
    stripe_customer_id: null,
  });
  expect(record.plan).toMatchObject({ planid: 'basic', price: 0, options: { ttl: 1_209_600, size: 10_000 } });
  expect(record.last_login).toBeGreaterThanOrEqual(record.created);
  const other = expectOk(await paid.browser.get('/api/v2/authcheck'), authcheckAnswer).record;
  expect(other.plan).toMatchObject({ planid: 'identity', price: 35, options: { custom_domains: true, size: 100_000 } });
});

test('the counters follow what the customer does', async () => {
  const { browser } = await system.people.customer();
  const counters = async () => {
    await system.drain();
    const { record } = expectOk(await browser.get('/api/v2/authcheck'), authcheckAnswer);
    return [record.secrets_created, record.secrets_burned, record.secrets_shared, record.emails_sent];
  };
  expect(await counters()).toEqual([0, 0, 0, 0]);
  const made = [];
  for (const secret of ['one', 'two'])
    made.push((await browser.post('/api/v2/secret/conceal', { secret })).json.record);
  expect(await counters()).toEqual([2, 0, 0, 0]);
  await browser.post(`/api/v2/private/${made[0].metadata.key}/burn`, { continue: 'true' });
  await post(system.url, `/api/v2/secret/${made[1].secret.key}`, { continue: 'true' });
  expect(await counters()).toEqual([2, 1, 1, 0]);
});

test('without signing in, nothing is revealed', async () => {
  for (const path of ['/api/v2/authcheck', '/api/v2/account']) {
    const answer = await ask(system.url, path);
    expectPlainError(answer, notAuthorized);
    expectShrimp(answer, false);
    expectPlainError(await ask(system.url, path, { headers: { cookie: 'sess=chosen-by-somebody' } }), notAuthorized);
  }
});

test('a new token is shown once, works at once, and replaces the previous one', async () => {
  const first = expectOk(await nina.browser.post(TOKEN), apiTokenAnswer).record.apitoken;
  const account = () => nina.browser.get('/api/v2/account');
  expect(expectOk(await account(), accountAnswer).record).toMatchObject({ apitoken: null, apitoken_set: true });
  const asking = (token: string) =>
    ask(system.url, '/api/v2/account', { headers: { authorization: basic(nina.email, token) } });
  expect(expectOk(await asking(first), accountAnswer).custid).toBe(nina.email);
  const answer = await post(system.url, TOKEN, {}, { authorization: basic(nina.email, first) });
  const second = expectOk(answer, apiTokenAnswer).record.apitoken;
  expectPlainError(await asking(first), notAuthorized);
  expectOk(await asking(second), accountAnswer);
});

test('a customer who never created a token has none', async () => {
  expect(expectOk(await paid.browser.get('/api/v2/account'), accountAnswer).record.apitoken_set).toBe(false);
});

test('a chosen language is kept for the next visit', async () => {
  const before = await paid.browser.post(LOCALE, { locale: 'he' });
  expect(expectOk2(before)).toMatchObject({ new_locale: 'he', old_locale: null });
  expect(before.headers['set-cookie']).toEqual([expect.stringMatching(/^locale=he; /)]);
  const elsewhere = await system.people.signedIn(paid);
  const { record } = authcheckAnswer.parse((await elsewhere.get('/api/v2/authcheck')).json);
  expect(record.locale).toBe('he');
  expect((await elsewhere.get('/api/v2/authcheck')).headers['content-language']).toBe('he');
  const back = await paid.browser.post(LOCALE, { locale: 'en' });
  expect(expectOk2(back)).toMatchObject({ new_locale: 'en', old_locale: 'he' });
});

/** The answer is in the language that was chosen. */
function expectOk2(answer: Awaited<ReturnType<typeof ask>>) {
  expect(answer.status).toBe(200);
  return updateLocaleAnswer.parse(answer.json);
}

test.each(['', 'tlh', 'EN', 'en_US', 'e'.repeat(10_000), '../en'])(
  'an unknown locale is refused: %.12s',
  async (locale) => {
    const wanted = { status: 400, code: 'bad_locale', message: 'Locale could not be updated.' };
    expectFailure(await nina.browser.post(LOCALE, { locale }), wanted);
  },
);

test('if a field is repeated, the last one counts', async () => {
  const { cookie = '', shrimp = '' } = nina.browser;
  const body = `locale=tlh&locale=en&shrimp=wrong&shrimp=${encodeURIComponent(shrimp)}`;
  const headers = { 'content-type': 'application/x-www-form-urlencoded', cookie };
  expect(expectOk2(await ask(system.url, LOCALE, { body, headers })).new_locale).toBe('en');
});
