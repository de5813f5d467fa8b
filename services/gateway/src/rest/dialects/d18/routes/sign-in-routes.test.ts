import { createHash } from 'node:crypto';
import { secondStepAnswer, signInAnswer } from '@onceover/schema/rest/doors';
import { expect, test } from 'vitest';
import { ask, post } from '../../../../test-support/ask.ts';
import { customer, fakeAccounts } from '../../../../test-support/fake-accounts.ts';
import {
  cookiesOf,
  credentials,
  type Inputs,
  newSession,
  playing,
  refusedBy,
  signedIn,
} from '../../../../test-support/played-doors.ts';
import { startTestGateway } from '../../../../test-support/start-test-gateway.ts';

test('signing in passes on the fields and sets a new session', async () => {
  const inputs: Inputs = [];
  await using gateway = await startTestGateway({ calls: playing('signIn', signedIn, inputs) });
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
  const fields = { ...credentials, remember_me: 'on', redirect: '/account/domains' };
  const answer = await post(gateway.port, '/api/v2/signin', fields, headers);
  expect(signInAnswer.parse(answer.json)).toMatchObject({
    custid: customer.custid,
    details: { second_step: false, redirect: '/account/domains' },
  });
  expect(inputs).toEqual([
    {
      ...credentials,
      wantsRememberMe: true,
      userAgentFamily: 'Firefox on Linux',
      sessionId: null,
      deviceMark: null,
      hasSolvedCaptcha: false,
    },
  ]);
  expect(cookiesOf(answer)).toEqual([
    `sess=${newSession.id}; Path=/; HttpOnly; SameSite=Lax`,
    'sess-rm=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
    `device=${signedIn.deviceMark}; Max-Age=15552000; Path=/; HttpOnly; SameSite=Lax`,
  ]);
});

test('the mark of a known browser and a solved captcha go along with a sign-in; a captcha is used up by it', async () => {
  const inputs: Inputs = [];
  const refusal = refusedBy('account.captcha-required', { retryAfterSeconds: 4 });
  await using gateway = await startTestGateway({ calls: playing('signIn', refusal, inputs) });
  const refused = await post(gateway.port, '/api/v2/signin', credentials, { cookie: 'device=M' });
  expect([refused.status, refused.json.code, refused.headers['retry-after']]).toEqual([400, 'captcha_required', '4']);
  const { json } = await ask(gateway.port, '/api/v2/altcha/challenge');
  const authenticity_payload = solutionOf(json);
  await post(gateway.port, '/api/v2/signin', { ...credentials, authenticity_payload });
  const again = await post(gateway.port, '/api/v2/signin', { ...credentials, authenticity_payload });
  expect([again.status, again.json.code]).toEqual([400, 'captcha_failed']);
  expect(inputs.map(({ deviceMark, hasSolvedCaptcha }) => [deviceMark, hasSolvedCaptcha])).toEqual([
    ['M', false],
    [null, true],
  ]);
});

/** The payload that solves a challenge, found by trying every number. */
function solutionOf({ algorithm, challenge, salt, signature, maxnumber }: Record<string, string>): string {
  const solves = (number: number) => createHash('sha256').update(`${salt}${number}`).digest('hex') === challenge;
  const number = Array.from({ length: Number(maxnumber) + 1 }, (_, index) => index).find(solves);
  return Buffer.from(JSON.stringify({ algorithm, challenge, number, salt, signature })).toString('base64');
}

test('remember me sets its own cookie, for thirty days', async () => {
  const remembered = { ...signedIn, session: { ...newSession, rememberMe: 'R.1' } };
  await using gateway = await startTestGateway({ calls: playing('signIn', remembered) });
  const answer = await post(gateway.port, '/api/v2/signin', { ...credentials, remember_me: 'true' });
  expect(cookiesOf(answer)[1]).toBe('sess-rm=R.1; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax');
});

test('the token of the answer fits the new session, and no longer the old one', async () => {
  const people = fakeAccounts({ sessions: new Map([[newSession.id, { customer }]]) });
  await using gateway = await startTestGateway({ people, calls: playing('signIn', signedIn) });
  const before = await post(gateway.port, '/api/v2/validate-shrimp', {});
  const cookie = cookiesOf(before)[0]?.split(';')[0] ?? '';
  const answer = await post(gateway.port, '/api/v2/signin', { ...credentials, shrimp: before.json.shrimp }, { cookie });
  expect(cookiesOf(answer)[0]).toContain(newSession.id);
  const check = (shrimp: string) =>
    post(gateway.port, '/api/v2/validate-shrimp', { shrimp }, { cookie: `sess=${newSession.id}` });
  expect((await check(answer.json.shrimp)).json.isValid).toBe(true);
  expect((await check(before.json.shrimp)).json.isValid).toBe(false);
});

test('a session that is there already is named, so that it can end', async () => {
  const old = 'O'.repeat(43);
  const inputs: Inputs = [];
  const people = fakeAccounts({ sessions: new Map([[old, { customer }]]) });
  await using gateway = await startTestGateway({ people, calls: playing('signIn', signedIn, inputs) });
  const cookie = `sess=${old}`;
  const { json } = await post(gateway.port, '/api/v2/validate-shrimp', {}, { cookie });
  await post(gateway.port, '/api/v2/signin', { ...credentials, shrimp: json.shrimp }, { cookie });
  expect(inputs[0]?.sessionId).toBe(old);
});

test('when a second step is needed, the session is a waiting one', async () => {
  const required = { kind: 'second-step', session: newSession };
  await using gateway = await startTestGateway({ calls: playing('signIn', required) });
  const answer = await post(gateway.port, '/api/v2/signin', credentials);
  expect(signInAnswer.parse(answer.json)).toMatchObject({
    custid: 'anon',
    details: { second_step: true, redirect: '/dashboard' },
  });
  const plain = await post(gateway.port, '/signin', { ...credentials, redirect: '/recent' });
  expect(cookiesOf(answer).join()).not.toContain('device=');
  expect([plain.status, plain.headers.location]).toEqual([302, '/signin?redirect=%2Frecent&notice=second_step']);
});

test('the second step needs the waiting session and brings a new one', async () => {
  const waiting = 'W'.repeat(43);
  const inputs: Inputs = [];
  const people = fakeAccounts({ sessions: new Map([[waiting, { customer, isWaiting: true }]]) });
  await using gateway = await startTestGateway({ people, calls: playing('confirmSecondStep', signedIn, inputs) });
  const cookie = `sess=${waiting}`;
  const { json } = await post(gateway.port, '/api/v2/validate-shrimp', {}, { cookie });
  const fields = { code: '123456', redirect: '/colonel', shrimp: json.shrimp };
  const answer = await post(gateway.port, '/api/v2/signin/second-step', fields, { cookie });
  expect(secondStepAnswer.parse(answer.json).details).toEqual({ redirect: '/colonel' });
  expect(inputs).toEqual([{ sessionId: waiting, code: '123456', deviceMark: null }]);
  expect(cookiesOf(answer)[0]).toContain(newSession.id);
  expect(cookiesOf(answer).join()).toContain(`device=${signedIn.deviceMark}`);
});

test('without a waiting session the second step is over', async () => {
  const people = fakeAccounts({ sessions: new Map([['C'.repeat(43), { customer }]]) });
  const inputs: Inputs = [];
  await using gateway = await startTestGateway({ people, calls: playing('confirmSecondStep', signedIn, inputs) });
  const cookie = `sess=${'C'.repeat(43)}`;
  const { json } = await post(gateway.port, '/api/v2/validate-shrimp', {}, { cookie });
  for (const headers of [{}, { cookie }]) {
    const fields = { code: '123456', shrimp: json.shrimp };
    const answer = await post(gateway.port, '/api/v2/signin/second-step', fields, headers as Record<string, string>);
    expect([answer.status, answer.json.code]).toEqual([400, 'second_step_expired']);
  }
  expect(inputs).toEqual([]);
});
