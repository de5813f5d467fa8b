import { OutageError } from '@onceover/service-kit/errors';
import { expect, test } from 'vitest';
import { ask, graph, post } from '../test-support/ask.ts';
import { customer, fakeAccounts } from '../test-support/fake-accounts.ts';
import { basicOf, type Callers, remembering, signedIn } from '../test-support/played-sessions.ts';
import { secretKey } from '../test-support/sample-data.ts';
import { startTestGateway } from '../test-support/start-test-gateway.ts';

const session = 'S'.repeat(43);
const cookie = `sess=${session}`;
const look = `/api/v2/secret/${secretKey}`;

test('a session makes its customer the caller, with their current data', async () => {
  const callers: Callers = [];
  const people = signedIn(session, { role: 'colonel', hasSecondFactor: true, planId: 'identity' });
  await using gateway = await startTestGateway({ people, secrets: remembering(callers) });
  await ask(gateway.port, look, { headers: { cookie } });
  expect(callers[0]).toMatchObject({
    kind: 'customer',
    accountRef: customer.accountRef,
    custid: customer.custid,
    planId: 'identity',
    role: 'colonel',
    hasSecondFactor: true,
    credential: { kind: 'session', ref: 'ref' },
  });
  people.sessions.clear();
  await ask(gateway.port, look, { headers: { cookie } });
  expect(callers[1]?.kind).toBe('anonymous');
  expect(people.lookups).toHaveLength(2);
});

test('the mark of a sign-up goes along with whoever asks, visitor or customer, and never from another host', async () => {
  const callers: Callers = [];
  await using gateway = await startTestGateway({ people: signedIn(session), secrets: remembering(callers) });
  await ask(gateway.port, look, { headers: { cookie: 'signup=her-browser' } });
  await ask(gateway.port, look, { headers: { cookie: `signup=her-browser; ${cookie}` } });
  await ask(gateway.port, look, { headers: { cookie: `signup=${'x'.repeat(101)}` } });
  expect(callers.map(({ kind, signUpMark }) => [kind, signUpMark])).toEqual([
    ['anonymous', 'her-browser'],
    ['customer', 'her-browser'],
    ['anonymous', undefined],
  ]);
});

test('no service is asked about visitors', async () => {
  const people = fakeAccounts({ isAway: true });
  await using gateway = await startTestGateway({ people, secrets: remembering([]) });
  expect((await ask(gateway.port, look)).status).toBe(200);
  const issued = await post(gateway.port, '/api/v2/validate-shrimp', {});
  const anonymous = issued.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  expect((await ask(gateway.port, look, { headers: { cookie: anonymous } })).status).toBe(200);
  expect((await ask(gateway.port, look, { headers: { cookie: 'locale=he; other=1; sess=' } })).status).toBe(200);
});

test('an unknown cookie is never adopted: a GET continues as a visitor, a POST gets a new session', async () => {
  const callers: Callers = [];
  await using gateway = await startTestGateway({ secrets: remembering(callers) });
  for (const value of ['chosen', 'a.b.c', 'x'.repeat(5000), '%00', 'a', '"', session]) {
    const sent = { headers: { cookie: `sess=${value}` } };
    const got = await ask(gateway.port, look, sent);
    expect([got.status, got.headers['set-cookie']]).toEqual([200, undefined]);
    const posted = await post(gateway.port, look, { secret: 'a' }, sent.headers);
    expect([posted.status, posted.json.code]).toEqual([400, 'csrf']);
    expect(posted.headers['set-cookie']?.[0]).toMatch(/^sess=a\./);
  }
  expect(callers.every(({ kind }) => kind === 'anonymous')).toBe(true);
});

test('while accounts is unavailable a session gets 503 and is never signed out; a public secret page still works', async () => {
  const people = fakeAccounts({ isAway: true });
  await using gateway = await startTestGateway({ people, secrets: remembering([]) });
  for (const path of [look, '/api/v2/authcheck', '/', '/dashboard', '/private/x']) {
    const answer = await ask(gateway.port, path, { headers: { cookie } });
    expect([path, answer.status, answer.headers['retry-after'], answer.headers['set-cookie']]).toEqual([
      path,
      503,
      '7',
      undefined,
    ]);
  }
  expect((await post(gateway.port, look, { secret: 'a' }, { cookie })).status).toBe(503);
  expect((await ask(gateway.port, '/secret/x', { headers: { cookie } })).status).toBe(200);
  const byToken = await ask(gateway.port, look, { headers: basicOf('nina@example.com:t') });
  expect(byToken.status).toBe(503);
});

test('a waiting session is a visitor everywhere, with form tokens of its own', async () => {
  const callers: Callers = [];
  const people = signedIn(session, {}, true);
  await using gateway = await startTestGateway({ people, secrets: remembering(callers) });
  const { json } = await post(gateway.port, '/api/v2/validate-shrimp', {}, { cookie });
  const fields = { shrimp: json.shrimp };
  expect((await post(gateway.port, look, fields, { cookie })).status).toBe(200);
  expect(callers[0]?.kind).toBe('anonymous');
  expect((await ask(gateway.port, '/api/v2/authcheck', { headers: { cookie } })).status).toBe(403);
});

test('remember-me is exchanged for a session once, and sets both cookies', async () => {
  const callers: Callers = [];
  const issued = { sessionId: 'N'.repeat(43), rememberMe: 'R.2' };
  const people = fakeAccounts({ remembered: new Map([['R.1', issued]]) });
  await using gateway = await startTestGateway({ people, secrets: remembering(callers) });
  const first = await ask(gateway.port, look, { headers: { cookie: `${cookie}; sess-rm=R.1` } });
  expect(first.headers['set-cookie']).toEqual([
    `sess=${issued.sessionId}; Path=/; HttpOnly; SameSite=Lax`,
    'sess-rm=R.2; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax',
  ]);
  expect(callers[0]?.kind).toBe('customer');
  const again = await ask(gateway.port, look, { headers: { cookie: 'sess-rm=R.1' } });
  expect(again.headers['set-cookie']).toEqual(['sess-rm=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax']);
  expect(callers[1]?.kind).toBe('anonymous');
});

test('a POST whose session comes from remember-me needs a token of the new session, and gets one', async () => {
  const issued = { sessionId: 'N'.repeat(43), rememberMe: 'R.2' };
  const people = fakeAccounts({ remembered: new Map([['R.1', issued]]) });
  await using gateway = await startTestGateway({ people, secrets: remembering([]) });
  const refused = await post(gateway.port, look, { secret: 'a' }, { cookie: 'sess-rm=R.1' });
  expect([refused.status, refused.json.code]).toEqual([400, 'csrf']);
  expect(refused.headers['set-cookie']?.[0]).toContain(issued.sessionId);
  const fields = { secret: 'a', shrimp: refused.json.shrimp };
  const retry = await post(gateway.port, look, fields, { cookie: `sess=${issued.sessionId}` });
  expect(retry.status).toBe(200);
});

test('the cookies that remember-me issued are set by every answer: refusals, outages, redirects, the graph', async () => {
  const people = fakeAccounts();
  const accounts = {
    Query: {
      viewer: () => {
        throw new OutageError('postgres');
      },
    },
  };
  await using gateway = await startTestGateway({ people, accounts, secrets: remembering([]) });
  const sent = { cookie: 'sess-rm=R.1' };
  const requests = [
    () => ask(gateway.port, '/', { headers: sent }),
    () => ask(gateway.port, '/account', { headers: sent }),
    () => ask(gateway.port, '/api/v2/account', { headers: sent }),
    () => ask(gateway.port, '/api/v2/colonel', { headers: sent }),
    () => post(gateway.port, '/signin', {}, sent),
    () => graph(gateway.port, '{ viewer { id } }', sent),
  ];
  const statuses: number[] = [];
  for (const request of requests) {
    people.sessions.clear();
    people.remembered.set('R.1', { sessionId: 'N'.repeat(43), rememberMe: 'R.2' });
    const answer = await request();
    statuses.push(answer.status);
    expect(answer.headers['set-cookie']?.join()).toMatch(/^sess=N{43};.*sess-rm=R\.2;/);
  }
  expect(statuses).toEqual([302, 503, 503, 403, 302, 403]);
});

test('remember-me takes precedence over a visitor`s session, and an invalid one leaves that as it is', async () => {
  const issued = { sessionId: 'N'.repeat(43), rememberMe: 'R.2' };
  const people = fakeAccounts({ remembered: new Map([['R.1', issued]]) });
  const callers: Callers = [];
  await using gateway = await startTestGateway({ people, secrets: remembering(callers) });
  const { headers, json } = await post(gateway.port, '/api/v2/validate-shrimp', {});
  const anonymous = headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  const fields = { secret: 'a', shrimp: json.shrimp };
  const bad = await post(gateway.port, look, fields, { cookie: `${anonymous}; sess-rm=no` });
  expect([bad.status, bad.headers['set-cookie']]).toEqual([
    200,
    ['sess-rm=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax'],
  ]);
  await ask(gateway.port, look, { headers: { cookie: `${anonymous}; sess-rm=R.1` } });
  expect(callers.map(({ kind }) => kind)).toEqual(['anonymous', 'customer']);
});

test('activity of the user keeps a session alive; checks, other sites and prefetching do not', async () => {
  const people = signedIn(session);
  await using gateway = await startTestGateway({ people, secrets: remembering([]) });
  const kept = async (path: string, headers: Record<string, string> = {}, isPost = false) => {
    const before = people.lookups.length;
    if (isPost) await post(gateway.port, path, {}, { cookie, ...headers });
    else await ask(gateway.port, path, { headers: { cookie, ...headers } });
    return people.lookups.slice(before).map(({ extendsIdle }) => extendsIdle);
  };
  expect(await kept(look)).toEqual([true]);
  expect(await kept('/dashboard')).toEqual([true]);
  expect(await kept(look, {}, true)).toEqual([true]);
  expect(await kept('/api/v2/validate-shrimp', {}, true)).toEqual([false]);
  expect(await kept('/dashboard', { 'sec-purpose': 'prefetch' })).toEqual([false]);
  expect(await kept('/dashboard', { purpose: 'prefetch' })).toEqual([false]);
  expect(await kept(look, { 'o-background': '1' })).toEqual([false]);
  expect(await kept(look, { 'sec-fetch-site': 'cross-site' }, true)).toEqual([]);
  expect(await kept('/api/v2/validate-shrimp', { 'sec-fetch-site': 'cross-site' }, true)).toEqual([]);
});

test('another site learns no token and gets no session', async () => {
  await using gateway = await startTestGateway({ people: signedIn(session) });
  const headers = { cookie, 'sec-fetch-site': 'cross-site' };
  const answer = await post(gateway.port, '/api/v2/validate-shrimp', {}, headers);
  expect(answer.json).toEqual({ isValid: false, shrimp: 'v1.none' });
  expect(answer.headers['set-cookie']).toBeUndefined();
});

test('on https the cookies are for this host only', async () => {
  const issued = { sessionId: 'N'.repeat(43), rememberMe: 'R.2' };
  const people = fakeAccounts({ remembered: new Map([['R.1', issued]]) });
  const env = { ONCEOVER_SITE_HOST: 'once.example' };
  await using gateway = await startTestGateway({ people, env, secrets: remembering([]) });
  const host = 'once.example';
  const plain = await ask(gateway.port, look, { headers: { host, cookie: 'sess-rm=R.1; sess=x' } });
  expect(plain.headers['set-cookie']).toBeUndefined();
  const prefixed = await ask(gateway.port, look, { headers: { host, cookie: '__Host-sess-rm=R.1' } });
  expect(prefixed.headers['set-cookie']).toEqual([
    `__Host-sess=${issued.sessionId}; Path=/; HttpOnly; Secure; SameSite=Lax`,
    '__Host-sess-rm=R.2; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax',
  ]);
});
