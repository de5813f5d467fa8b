import { messageAnswer, signOutAnswer } from '@onceover/schema/rest/doors';
import { OutageError } from '@onceover/service-kit/errors';
import { expect, test } from 'vitest';
import { ask, post } from '../../../../test-support/ask.ts';
import { customer, fakeAccounts } from '../../../../test-support/fake-accounts.ts';
import {
  cookiesOf,
  credentials,
  type DoorName,
  done,
  type Inputs,
  playing,
  refusedBy,
  signedIn,
  signedUp,
} from '../../../../test-support/played-doors.ts';
import { startTestGateway } from '../../../../test-support/start-test-gateway.ts';

test.each<readonly [DoorName, string, object, number, string]>([
  ['signIn', '/signin', refusedBy('account.bad-credentials'), 400, 'bad_credentials'],
  ['signIn', '/signin', refusedBy('account.too-many-tries', { retryAfterSeconds: 60 }), 400, 'rate_limited'],
  ['signUp', '/signup', refusedBy('account.invalid-email'), 400, 'bad_email'],
  ['signUp', '/signup', refusedBy('account.password-mismatch'), 400, 'password_mismatch'],
  ['resendVerification', '/signup/resend', refusedBy('account.invalid-email'), 400, 'bad_email'],
  ['requestPasswordReset', '/forgot', refusedBy('account.invalid-email'), 400, 'bad_email'],
  ['resetPassword', '/forgot/K', refusedBy('account.bad-reset-key'), 400, 'bad_reset_key'],
])(
  '%s: a refusal is answered by its row, and a plain form goes back to its page',
  async (field, path, answer, status, code) => {
    await using gateway = await startTestGateway({ calls: playing(field, answer) });
    const json = await post(gateway.port, `/api/v2${path}`, credentials);
    expect([json.status, json.json.code, json.json.success]).toEqual([status, code, false]);
    expect(cookiesOf(json)).toEqual([]);
    const plain = await post(gateway.port, path, credentials);
    expect([plain.status, plain.headers.location]).toEqual([302, `${path}?notice=${code}`]);
    const asked = await post(gateway.port, path, credentials, { accept: 'application/json' });
    expect([asked.status, asked.json.code]).toEqual([status, code]);
  },
);

test.each<readonly [DoorName, string, object, string]>([
  ['signUp', '/signup', signedUp, '/signup?notice=check_your_mail'],
  ['resendVerification', '/signup/resend', done, '/signup/resend?notice=check_your_mail'],
  ['requestPasswordReset', '/forgot', done, '/forgot?notice=check_your_mail'],
  ['resetPassword', '/forgot/K', done, '/signin?notice=password_reset'],
])('%s answers with a message, or redirects', async (field, path, answer, location) => {
  await using gateway = await startTestGateway({ calls: playing(field, answer) });
  const fields = { ...credentials, password_confirm: 'correct horse' };
  expect(messageAnswer.safeParse((await post(gateway.port, `/api/v2${path}`, fields)).json).success).toBe(true);
  const plain = await post(gateway.port, path, fields);
  expect([plain.status, plain.headers.location, plain.text]).toEqual([302, location, '']);
});

test('sign-up passes on plan and locale, and gives a visitor a new session', async () => {
  const inputs: Inputs = [];
  await using gateway = await startTestGateway({ calls: playing('signUp', signedUp, inputs) });
  const before = await post(gateway.port, '/api/v2/validate-shrimp', {});
  const cookie = cookiesOf(before)[0]?.split(';')[0] ?? '';
  const fields = { ...credentials, password_confirm: 'x', plan_code: 'identity', shrimp: before.json.shrimp };
  const answer = await post(gateway.port, '/api/v2/signup', fields, { cookie, 'accept-language': 'he' });
  expect(inputs).toEqual([{ ...credentials, passwordConfirm: 'x', planCode: 'identity', locale: 'he' }]);
  const fresh = cookiesOf(answer)[0]?.split(';')[0] ?? '';
  expect(fresh).toMatch(/^sess=a\./);
  expect(fresh).not.toBe(cookie);
  const shrimp = { shrimp: answer.json.shrimp };
  expect((await post(gateway.port, '/api/v2/validate-shrimp', shrimp, { cookie: fresh })).json.isValid).toBe(true);
});

test('sign-up marks the browser for a day, whatever the address; another site cannot have it marked', async () => {
  await using gateway = await startTestGateway({ calls: playing('signUp', signedUp) });
  const answer = await post(gateway.port, '/api/v2/signup', credentials);
  expect(cookiesOf(answer)).toEqual([`signup=${signedUp.mark}; Max-Age=86400; Path=/; HttpOnly; SameSite=Lax`]);
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
    const foreign = await post(gateway.port, '/api/v2/signup', credentials, headers);
    expect([foreign.status, foreign.json.code, cookiesOf(foreign)]).toEqual([400, 'csrf', []]);
  }
});

test('the link of a sign-up sets a password: its key is the one in the path, and a link that is over is unknown', async () => {
  const inputs: Inputs = [];
  const fields = { password: 'p', password_confirm: 'q', key: 'other' };
  await using gateway = await startTestGateway({ calls: playing('choosePassword', done, inputs) });
  const answer = await post(gateway.port, '/api/v2/secret/abc/password', fields);
  expect([messageAnswer.safeParse(answer.json).success, cookiesOf(answer)]).toEqual([true, []]);
  expect(inputs).toEqual([{ secretKey: 'abc', password: 'p', passwordConfirm: 'q' }]);
  for (const [refusal, status, code] of [
    ['secret.gone', 404, 'unknown_secret'],
    ['secret.verification-while-signed-in', 400, 'verify_signed_in'],
    ['account.password-too-short', 400, 'short_password'],
  ] as const) {
    await using refusing = await startTestGateway({ calls: playing('choosePassword', refusedBy(refusal)) });
    const refused = await post(refusing.port, '/api/v2/secret/abc/password', fields);
    expect([refused.status, refused.json.code]).toEqual([status, code]);
  }
});

test('the key of a reset is the one in the path', async () => {
  const inputs: Inputs = [];
  await using gateway = await startTestGateway({ calls: playing('resetPassword', done, inputs) });
  const fields = { password: 'p', password_confirm: 'q', key: 'other' };
  await post(gateway.port, '/api/v2/forgot/abc%20d?key=more', fields);
  expect(inputs).toEqual([{ resetKey: 'abc d', password: 'p', passwordConfirm: 'q' }]);
});

test.each([
  ['ONCEOVER_SIGNUP', '/signup', '/signup'],
  ['ONCEOVER_SIGNUP', '/signup/resend', '/signup'],
  ['ONCEOVER_SIGNIN', '/signup', '/signup'],
  ['ONCEOVER_SIGNIN', '/signin', '/signin'],
  ['ONCEOVER_SIGNIN', '/forgot', '/forgot'],
  ['ONCEOVER_SIGNIN', '/forgot/K', '/forgot'],
])('with %s off %s is not available', async (setting, path, named) => {
  await using gateway = await startTestGateway({ env: { [setting]: 'off' } });
  const answer = await post(gateway.port, `/api/v2${path}`, credentials);
  expect(answer.status).toBe(404);
  expect(answer.json).toMatchObject({ message: `${named} is not available`, code: 'not_available' });
  const plain = await post(gateway.port, path, credentials);
  expect([plain.status, plain.headers.location]).toEqual([302, '/']);
});

test('an outage is 503 for every form, and a page for people', async () => {
  const away = () => {
    throw new OutageError('argon2');
  };
  await using gateway = await startTestGateway({ calls: playing('signIn', away) });
  const answer = await post(gateway.port, '/api/v2/signin', credentials);
  expect([answer.status, answer.json.code]).toEqual([503, 'unavailable']);
  const plain = await post(gateway.port, '/signin', credentials);
  expect([plain.status, plain.headers['content-type'], plain.headers['retry-after']]).toEqual([
    503,
    'text/html; charset=utf-8',
    '5',
  ]);
});

test('signing out ends session and remember-me and removes both cookies', async () => {
  const session = 'S'.repeat(43);
  const inputs: Inputs = [];
  const people = fakeAccounts({ sessions: new Map([[session, { customer }]]) });
  await using gateway = await startTestGateway({ people, calls: playing('signOut', {}, inputs) });
  const cookie = `sess=${session}; sess-rm=R.1`;
  const { json } = await post(gateway.port, '/api/v2/validate-shrimp', {}, { cookie });
  const answer = await post(gateway.port, '/api/v2/logout', { shrimp: json.shrimp }, { cookie });
  expect(signOutAnswer.parse(answer.json)).toMatchObject({ custid: 'anon', details: { redirect: '/' } });
  expect(answer.headers['clear-site-data']).toBe('"cache", "storage"');
  expect(cookiesOf(answer)).toEqual([
    'sess=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
    'sess-rm=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
  ]);
  expect(inputs).toEqual([{ sessionId: session, rememberMe: 'R.1' }]);
  const plain = await post(gateway.port, '/logout', { shrimp: json.shrimp }, { cookie });
  expect([plain.status, plain.headers.location]).toEqual([302, '/']);
});

test('signing out with nothing to end asks no service', async () => {
  const inputs: Inputs = [];
  await using gateway = await startTestGateway({ calls: playing('signOut', {}, inputs) });
  expect((await post(gateway.port, '/api/v2/logout', {})).status).toBe(200);
  expect(inputs).toEqual([]);
});

test('doors are for browsers: a token is 403 there and gets no cookie', async () => {
  const people = fakeAccounts({ tokens: new Map([['nina@example.com:t', ['account']]]) });
  await using gateway = await startTestGateway({ people, calls: playing('signIn', signedIn) });
  const authorization = `Basic ${Buffer.from('nina@example.com:t').toString('base64')}`;
  for (const path of [
    '/signin',
    '/signin/second-step',
    '/signup',
    '/signup/resend',
    '/forgot',
    '/forgot/K',
    '/secret/K/password',
    '/logout',
  ]) {
    const answer = await post(gateway.port, `/api/v2${path}`, credentials, { authorization });
    expect([path, answer.status, answer.json.code, cookiesOf(answer)]).toEqual([path, 403, 'not_authorized', []]);
  }
});

test('a redirect that is not one of ours counts as none', async () => {
  await using gateway = await startTestGateway({ calls: playing('signIn', signedIn) });
  for (const redirect of ['//evil.example', 'https://evil.example/', '/\\evil.example', '/logout', '/secret/x']) {
    const plain = await post(gateway.port, '/signin', { ...credentials, redirect });
    expect(plain.headers.location).toBe('/dashboard');
  }
  const byQuery = await post(gateway.port, '/signin?redirect=%2Faccount', credentials);
  expect(byQuery.headers.location).toBe('/account');
});

test('GET and HEAD of a door do nothing', async () => {
  const inputs: Inputs = [];
  await using gateway = await startTestGateway({ calls: playing('signIn', signedIn, inputs) });
  expect((await ask(gateway.port, '/api/v2/signin?email=a&password=b')).status).toBe(404);
  expect((await ask(gateway.port, '/signin?email=a&password=b')).status).toBe(200);
  expect(inputs).toEqual([]);
});
