import { authcheckAnswer } from '@onceover/schema/rest/account';
import { secondStepAnswer, signInAnswer, signOutAnswer } from '@onceover/schema/rest/doors';
import { expect, test } from 'vitest';
import type { Browser } from '../../support/browser.ts';
import { ask, cookieOf, post, postJson } from '../../support/http.ts';
import { linkKey } from '../../support/mail-files.ts';
import { newEmail, PASSWORD, type Person } from '../../support/people.ts';
import { expectFailure, expectOk, expectPlainError } from '../support/expectations.ts';
import { systemOfThisFile } from '../support/system.ts';

const system = systemOfThisFile();
const CHECK = '/api/v2/authcheck';
const notAuthorized = { status: 403, code: 'not_authorized', message: 'Not authorized' };
const csrf = { status: 400, code: 'csrf', message: 'Please refresh the page and try again' };

const isSignedIn = async (browser: Browser) => (await browser.get(CHECK)).status === 200;
const credentials = ({ email, password }: Person) => ({ email, password });

test('signing in gives a new id of 256 bits, and the right page', async () => {
  const nina = await system.people.customer();
  const fields = { ...credentials(nina), redirect: '/account?section=sessions' };
  const ids = new Set<string>();
  for (let round = 0; round < 3; round += 1) {
    const answer = await post(system.url, '/api/v2/signin', fields);
    expect(expectOk(answer, signInAnswer)).toMatchObject({
      custid: nina.email,
      details: { second_step: false, redirect: '/account?section=sessions' },
    });
    expect(answer.headers['set-cookie']?.[0]).toMatch(/^sess=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    ids.add(cookieOf(answer));
  }
  expect(ids.size).toBe(3);
});

test('a session planted by someone else is never the one that gets signed in', async () => {
  const nina = await system.people.customer();
  const planted = await post(system.url, '/api/v2/validate-shrimp', {});
  const cookie = cookieOf(planted);
  const fields = { ...credentials(nina), shrimp: planted.json.shrimp };
  const answer = await post(system.url, '/api/v2/signin', fields, { cookie });
  expectOk(answer, signInAnswer);
  expect(cookieOf(answer)).not.toBe(cookie);
  expectPlainError(await ask(system.url, CHECK, { headers: { cookie } }), notAuthorized);
});

test('signing in again ends the previous session', async () => {
  const nina = await system.people.customer();
  const before = nina.browser.copy();
  await system.people.signIn(nina);
  expect([await isSignedIn(before), await isSignedIn(nina.browser)]).toEqual([false, true]);
});

test('signing out ends the session at once, even for someone with a copy of the cookie', async () => {
  const nina = await system.people.customer();
  const thief = nina.browser.copy();
  expect(await isSignedIn(thief)).toBe(true);
  const answer = await nina.browser.post('/api/v2/logout');
  expectOk(answer, signOutAnswer);
  expect(answer.headers['clear-site-data']).toBe('"cache", "storage"');
  expect(nina.browser.cookie ?? '').not.toContain('sess=');
  expect(await isSignedIn(thief)).toBe(false);
  expectFailure(await thief.post('/api/v2/account/apitoken'), csrf);
});

test('the sign-out link works when the user clicks it, not when another site asks for it or a browser prefetches it', async () => {
  const nina = await system.people.customer();
  const refused = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    {},
    { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch' },
  ];
  for (const headers of refused) await nina.browser.get('/logout', headers as Record<string, string>);
  expect(await isSignedIn(nina.browser)).toBe(true);
  const thief = nina.browser.copy();
  const answer = await nina.browser.get('/logout', { 'sec-fetch-site': 'same-origin' });
  expect([answer.status, answer.headers.location]).toEqual([302, '/']);
  expect(await isSignedIn(thief)).toBe(false);
});

test('remember-me restores a session, is replaced each time, and ends with signing out', async () => {
  const nina = await system.people.customer();
  const answer = await post(system.url, '/api/v2/signin', { ...credentials(nina), remember_me: 'on' });
  const remembered = /sess-rm=([^;]+)/.exec(answer.headers['set-cookie']?.join() ?? '')?.[1] ?? '';
  const back = await ask(system.url, CHECK, { headers: { cookie: `sess-rm=${remembered}` } });
  expectOk(back, authcheckAnswer);
  const next = back.headers['set-cookie']?.map((line) => line.split(';')[0] ?? '') ?? [];
  expect(next).toHaveLength(2);
  expect(next.join()).not.toContain(remembered);
  const away = await ask(system.url, '/logout', { headers: { cookie: next.join('; '), 'sec-fetch-site': 'none' } });
  expect(away.status).toBe(302);
  expectPlainError(await ask(system.url, CHECK, { headers: { cookie: next.join('; ') } }), notAuthorized);
});

test('a reset through the emailed link ends every session, signs nobody in, and works once', async () => {
  const nina = await system.people.customer();
  const visitor = system.people.visitor();
  expect((await visitor.post('/api/v2/forgot', { email: nina.email })).status).toBe(200);
  const key = linkKey(await system.people.mailTo(nina.email, /new password/i), 'forgot');
  const password = 'nine quinces in a bowl';
  const answer = await visitor.post(`/api/v2/forgot/${key}`, { password, password_confirm: password });
  expect(answer.status).toBe(200);
  expect([await isSignedIn(nina.browser), await isSignedIn(visitor)]).toEqual([false, false]);
  const again = await visitor.post(`/api/v2/forgot/${key}`, { password, password_confirm: password });
  expect([again.status, again.json.code]).toEqual([400, 'bad_reset_key']);
  expect((await visitor.post('/api/v2/signin', { email: nina.email, password: PASSWORD })).json.code).toBe(
    'bad_credentials',
  );
  expect((await visitor.post('/api/v2/signin', { email: nina.email, password })).status).toBe(200);
});

test('clients of the original sign up, sign in and reset with its names of the fields: u, p and p2', async () => {
  const visitor = system.people.visitor();
  const [u, password] = [newEmail(), 'eleven plums on a sill'];
  expect((await visitor.post('/api/v2/signup', { u, p: PASSWORD, p2: 'something else' })).json.code).toBe(
    'password_mismatch',
  );
  expect((await visitor.post('/api/v2/signup', { u, p: PASSWORD, p2: PASSWORD })).status).toBe(200);
  await visitor.post('/api/v2/signup/resend', { u });
  const { email } = await system.people.customer();
  expect((await visitor.post('/api/v2/forgot', { u: email })).status).toBe(200);
  const key = linkKey(await system.people.mailTo(email, /new password/i), 'forgot');
  expect((await visitor.post(`/api/v2/forgot/${key}`, { p: password, p2: password })).status).toBe(200);
  expect((await visitor.post('/api/v2/signin', { u: email, p: PASSWORD })).json.code).toBe('bad_credentials');
  const both = { u: 'nobody@example.com', email, p: 'wrong', password };
  expectOk(await visitor.post('/api/v2/signin', both), signInAnswer);
  expect((await system.people.visitor().post('/signin', { u: email, p: password })).headers.location).toBe(
    '/dashboard',
  );
  expect((await postJson(system.url, '/api/v2/signin', { u: { $ne: '' }, p: password })).json.code).toBe('bad_payload');
});

test('with two-step sign-in the first step leads only to the second', async () => {
  const colonel = await system.people.colonel({ secondFactor: true });
  const browser = system.people.visitor();
  const first = expectOk(await browser.post('/api/v2/signin', credentials(colonel)), signInAnswer);
  expect(first).toMatchObject({ custid: 'anon', details: { second_step: true } });
  expect(await isSignedIn(browser)).toBe(false);
  expect((await browser.graph('{ viewer { custid } }')).json.data).toEqual({ viewer: null });
  const waiting = browser.copy();
  expect((await browser.post('/api/v2/signin/second-step', { code: '000000' })).json.code).toBe('bad_code');
  const code = colonel.recoveryCodes.shift() ?? '';
  expectOk(await browser.post('/api/v2/signin/second-step', { code }), secondStepAnswer);
  expect([await isSignedIn(browser), await isSignedIn(waiting)]).toEqual([true, false]);
  expect((await browser.get('/private/anything')).text).toContain('"colonel":true');
});

test('pages know the customer and redirect them to the right place', async () => {
  const nina = await system.people.customer();
  const home = await nina.browser.get('/');
  expect([home.status, home.headers.location]).toEqual([302, '/dashboard']);
  expect((await nina.browser.get('/private/anything')).text).toContain(`"custid":"${nina.email}"`);
  const secret = await nina.browser.get('/secret/anything');
  expect(secret.text).toBe((await ask(system.url, '/secret/other')).text);
});
