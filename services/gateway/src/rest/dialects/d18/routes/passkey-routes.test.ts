import { passkeyOptionsAnswer, signInAnswer } from '@onceover/schema/rest/doors';
import { expect, test } from 'vitest';
import { post } from '../../../../test-support/ask.ts';
import { customer, fakeAccounts } from '../../../../test-support/fake-accounts.ts';
import {
  cookiesOf,
  type Inputs,
  newSession,
  playing,
  refusedBy,
  signedIn,
} from '../../../../test-support/played-doors.ts';
import { startTestGateway } from '../../../../test-support/start-test-gateway.ts';

const waiting = 'W'.repeat(43);
const people = fakeAccounts({ sessions: new Map([[waiting, { customer, isWaiting: true }]]) });
const optionsPath = '/api/v2/signin/passkey/options';
const path = '/api/v2/signin/passkey';
const mark = 'B'.repeat(43);
const begun = { kind: 'begun', options: '{"challenge":"c"}', passkeyMark: mark };

test('a browser is given a challenge, and a cookie that names it for five minutes', async () => {
  const inputs: Inputs = [];
  await using gateway = await startTestGateway({ calls: playing('beginPasskeySignIn', begun, inputs) });
  const answer = await post(gateway.port, optionsPath, {});
  expect(passkeyOptionsAnswer.parse(answer.json).details).toEqual({ options: begun.options });
  expect(cookiesOf(answer)).toEqual([`passkey=${mark}; Max-Age=300; Path=/; HttpOnly; SameSite=Lax`]);
  await post(gateway.port, optionsPath, {}, { cookie: `passkey=${mark}` });
  await post(gateway.port, optionsPath, {}, { cookie: `passkey=${'B'.repeat(200)}` });
  expect(inputs).toEqual([
    { waitingSession: null, passkeyMark: null },
    { waitingSession: null, passkeyMark: mark },
    { waitingSession: null, passkeyMark: null },
  ]);
});

test('what the passkey answered goes on, and starts a new session that knows the browser from now on', async () => {
  const inputs: Inputs = [];
  await using gateway = await startTestGateway({ calls: playing('signInByPasskey', signedIn, inputs) });
  const headers = { cookie: `passkey=${mark}; device=M` };
  const fields = { answer: '{"id":"a"}', remember_me: 'true', redirect: '/recent' };
  const answer = await post(gateway.port, path, fields, headers);
  expect(signInAnswer.parse(answer.json)).toMatchObject({
    custid: customer.custid,
    details: { second_step: false, redirect: '/recent' },
  });
  expect(inputs).toMatchObject([
    {
      waitingSession: null,
      passkeyMark: mark,
      answer: '{"id":"a"}',
      wantsRememberMe: true,
      sessionId: null,
      deviceMark: 'M',
    },
  ]);
  expect(cookiesOf(answer)[0]).toBe(`sess=${newSession.id}; Path=/; HttpOnly; SameSite=Lax`);
  expect(cookiesOf(answer)[2]).toMatch(/^device=D{43};/);
});

test('a passkey that was added without a code is answered like a password: a second step follows', async () => {
  const waits = { kind: 'second-step', session: newSession };
  await using gateway = await startTestGateway({ calls: playing('signInByPasskey', waits) });
  const answer = await post(gateway.port, path, { answer: '{}', redirect: '/recent' });
  expect(signInAnswer.parse(answer.json)).toMatchObject({
    custid: 'anon',
    details: { second_step: true, redirect: '/recent' },
  });
  expect(cookiesOf(answer)[0]).toBe(`sess=${newSession.id}; Path=/; HttpOnly; SameSite=Lax`);
  expect(cookiesOf(answer).join()).not.toContain('device=');
});

test('a second step is that of the session that waits; without one it took too long', async () => {
  const inputs: Inputs = [];
  const calls = [
    ...playing('beginPasskeySignIn', { ...begun, passkeyMark: null }, inputs),
    ...playing('signInByPasskey', signedIn, inputs),
  ];
  await using gateway = await startTestGateway({ people, calls });
  const { json } = await post(gateway.port, '/api/v2/validate-shrimp', {}, { cookie: `sess=${waiting}` });
  const headers = { cookie: `sess=${waiting}`, 'o-shrimp': json.shrimp };
  const options = await post(gateway.port, optionsPath, { second_step: 'true' }, headers);
  expect([options.status, cookiesOf(options)]).toEqual([200, []]);
  await post(gateway.port, path, { second_step: 'true', answer: '{}' }, headers);
  expect(inputs.map(({ waitingSession }) => waitingSession)).toEqual([waiting, waiting]);
  for (const each of [optionsPath, path]) {
    const refused = await post(gateway.port, each, { second_step: 'true', answer: '{}' });
    expect([refused.status, refused.json.code]).toEqual([400, 'second_step_expired']);
  }
  expect(inputs).toHaveLength(2);
});

test.each([
  ['account.bad-passkey', 'bad_passkey'],
  ['account.passkey-expired', 'passkey_expired'],
  ['account.too-many-tries', 'rate_limited'],
])('%s is answered as %s, and sets no session', async (refusal, code) => {
  await using gateway = await startTestGateway({ calls: playing('signInByPasskey', refusedBy(refusal)) });
  const answer = await post(gateway.port, path, { answer: '{}' });
  expect([answer.status, answer.json.code, cookiesOf(answer)]).toEqual([400, code, []]);
});

test('where sign-in is off there is no sign-in by passkey either', async () => {
  await using gateway = await startTestGateway({ env: { ONCEOVER_SIGNIN: 'off' } });
  for (const each of [optionsPath, path]) {
    expect((await post(gateway.port, each, { answer: '{}' })).json.code).toBe('not_available');
  }
});
