import { altchaChallengeAnswer } from '@onceover/schema/rest/site';
import { feedbackAnswer } from '@onceover/schema/rest/support';
import { expect, test } from 'vitest';
import { ask, post, postJson } from '../../support/http.ts';
import { expectFailure, expectOk, expectPlainError } from '../support/expectations.ts';
import { solveCaptcha } from '../support/solve-captcha.ts';
import { systemOfThisFile } from '../support/system.ts';

const system = systemOfThisFile();
const FEEDBACK = '/api/v2/feedback';
const bad = (code: string, message: string) => ({ status: 400, code, message });
const missing = bad('captcha_missing', 'Cannot skip authenticity check');
const failed = bad('captcha_failed', 'You need to be carbon-based to do that');
const empty = bad('empty_feedback', 'You can be more original than that!');

const solved = async () => await solveCaptcha(system.url);

test('a challenge is fresh, and limited in time and work', async () => {
  const answer = await ask(system.url, '/api/v2/altcha/challenge');
  const { salt, maxnumber } = expectOk(answer, altchaChallengeAnswer);
  expect(maxnumber).toBe(50_000);
  const expires = Number(/expires=(\d+)&$/.exec(salt)?.[1]);
  expect(Date.parse(String(answer.headers.expires))).toBe(expires * 1000);
  expect(Math.abs(expires - Date.now() / 1000 - 600)).toBeLessThan(10);
  const next = expectOk(await ask(system.url, '/api/v2/altcha/challenge'), altchaChallengeAnswer);
  expect(next.salt).not.toBe(salt);
  const verify = await post(system.url, '/api/v2/altcha/verify', {});
  expectPlainError(verify, { status: 404, code: 'not_found', message: 'Not Found' });
});

test('a visitor who has solved it is thanked, once', async () => {
  const authenticity_payload = await solved();
  const fields = { utf8: '✓', msg: 'more tea 🫖', authenticity_payload };
  const { custid, details } = expectOk(await post(system.url, FEEDBACK, fields), feedbackAnswer);
  expect([custid, details.message]).toEqual(['anon', 'Message received. Send as much as you like!']);
  expectFailure(await post(system.url, FEEDBACK, fields), failed);
});

test('of several simultaneous uses of one solution exactly one counts', async () => {
  const fields = { msg: 'me first', authenticity_payload: await solved() };
  const answers = await Promise.all(Array.from({ length: 10 }, () => post(system.url, FEEDBACK, fields)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('customers need no challenge', async () => {
  const { browser, email } = await system.people.customer();
  expect(expectOk(await browser.post(FEEDBACK, { msg: 'a' }), feedbackAnswer).custid).toBe(email);
});

test('an empty message is refused before the challenge is checked, which stays valid', async () => {
  const authenticity_payload = await solved();
  for (const msg of ['', ' \n\t ']) {
    expectFailure(await post(system.url, FEEDBACK, { msg, authenticity_payload }), empty);
    expectFailure(await post(system.url, FEEDBACK, { msg }), empty);
  }
  expectOk(await post(system.url, FEEDBACK, { msg: 'a', authenticity_payload }), feedbackAnswer);
});

test('without a solution, or with a wrong one, nothing is kept', async () => {
  expectFailure(await post(system.url, FEEDBACK, { msg: 'a' }), missing);
  expectFailure(await post(system.url, FEEDBACK, { msg: 'a', authenticity_payload: '' }), missing);
  const right = JSON.parse(Buffer.from(await solved(), 'base64').toString());
  const forged = [
    { ...right, number: right.number + 1 },
    { ...right, signature: '0'.repeat(64) },
    { ...right, salt: right.salt.replace(/expires=\d+/, 'expires=99999999999') },
    { ...right, algorithm: 'SHA-1' },
    'not an object',
  ].map((value) => Buffer.from(JSON.stringify(value)).toString('base64'));
  for (const authenticity_payload of [...forged, 'x', 'x'.repeat(10_000)]) {
    expectFailure(await post(system.url, FEEDBACK, { msg: 'a', authenticity_payload }), failed);
  }
});

test('999 characters of a long message are kept; an object is not a message', async () => {
  const fields = { msg: '🫖'.repeat(5_000), authenticity_payload: await solved() };
  expectOk(await post(system.url, FEEDBACK, fields), feedbackAnswer);
  const wanted = bad('bad_payload', 'Incorrect payload format');
  expectFailure(await postJson(system.url, FEEDBACK, { msg: { text: 'a' } }), wanted);
});

test('at the plain path a browser is redirected back with a notice, and programs get JSON', async () => {
  const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const refused = await post(system.url, '/feedback', { msg: 'a' }, html);
  expect([refused.status, refused.headers.location]).toEqual([302, '/feedback?notice=captcha_missing']);
  const sent = await post(system.url, '/feedback', { msg: 'a', authenticity_payload: await solved() }, html);
  expect([sent.status, sent.headers.location, sent.text]).toEqual([302, '/feedback?notice=feedback_received', '']);
  const json = await post(system.url, '/feedback', { msg: 'a' }, { accept: 'application/json' });
  expectFailure(json, missing);
});
