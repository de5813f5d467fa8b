import { authcheckAnswer, changePasswordAnswer } from '@onceover/schema/rest/account';
import { beforeAll, expect, test } from 'vitest';
import { ask, postJson } from '../../support/http.ts';
import { PASSWORD, type Person } from '../../support/people.ts';
import { expectFailure, expectOk, expectPlainError } from '../support/expectations.ts';
import { systemOfThisFile } from '../support/system.ts';

const system = systemOfThisFile();
const PATH = '/api/v2/account/change-password';
const NEXT = 'eight pears on the sill';
let nina: Person;

beforeAll(async () => {
  nina = await system.people.customer();
});

const failure = (code: string, message: string) => ({ status: 400, code, message });
const currentIsWrong = failure('bad_password', 'Current password is incorrect');
const noMatch = failure('password_mismatch', 'New passwords do not match');

test.each([
  ['nothing', {}, currentIsWrong],
  ['a wrong current one before all else', { currentp: 'no', newp: 'a', newp2: 'b' }, currentIsWrong],
  [
    'the same again, before its length',
    { currentp: PASSWORD, newp: PASSWORD, newp2: 'other' },
    failure('same_password', 'New password cannot be the same as current password'),
  ],
  [
    'too short, before the match',
    { currentp: PASSWORD, newp: '1234567', newp2: 'x' },
    failure('short_password', 'New password is too short'),
  ],
  [
    'too common, before the match',
    { currentp: PASSWORD, newp: 'password123', newp2: 'x' },
    failure('common_password', 'New password is too common'),
  ],
  ['two that differ', { currentp: PASSWORD, newp: NEXT, newp2: `${NEXT}!` }, noMatch],
  [
    '10,000 characters',
    { currentp: PASSWORD, newp: 'x'.repeat(10_000), newp2: 'x'.repeat(10_000) },
    failure('long_password', 'New password is too long'),
  ],
])('refused: %s', async (_what, fields, wanted) => {
  const answer = await nina.browser.post(PATH, fields as Record<string, string>);
  expectFailure(answer, wanted);
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect((await nina.browser.get('/api/v2/authcheck')).status).toBe(200);
});

test('a current password of 10,000 characters is only wrong', async () => {
  const answer = await nina.browser.post(PATH, { currentp: 'x'.repeat(10_000), newp: NEXT, newp2: NEXT });
  expectFailure(answer, currentIsWrong);
});

test('wrong types are refused as an incorrect payload', async () => {
  const { cookie = '', shrimp = '' } = nina.browser;
  const answer = await postJson(system.url, PATH, { currentp: { a: 1 }, newp: NEXT, newp2: NEXT, shrimp }, { cookie });
  expectFailure(answer, failure('bad_payload', 'Incorrect payload format'));
});

test('changing the password ends other sessions, renews this one and sends an email', async () => {
  const person = await system.people.customer();
  const elsewhere = await system.people.signedIn(person);
  const before = person.browser.copy();
  const answer = await person.browser.post(PATH, { currentp: ` ${PASSWORD} `, newp: `${NEXT} `, newp2: NEXT });
  expect(expectOk(answer, changePasswordAnswer).custid).toBe(person.email);
  expect(answer.headers['set-cookie']?.[0]).toMatch(/^sess=[^;]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
  expectOk(await person.browser.get('/api/v2/authcheck'), authcheckAnswer);
  // The form token in the answer fits the new cookie.
  const headers = { cookie: person.browser.cookie ?? '', 'o-shrimp': answer.json.shrimp };
  const check = await ask(system.url, '/api/v2/validate-shrimp', { method: 'POST', headers });
  expect(check.json.isValid).toBe(true);
  for (const ended of [elsewhere, before]) {
    expectPlainError(await ended.get('/api/v2/authcheck'), {
      status: 403,
      code: 'not_authorized',
      message: 'Not authorized',
    });
  }
  await expect(system.people.signedIn(person)).rejects.toThrow(/bad_credentials/);
  await system.people.signedIn({ ...person, password: NEXT });
  expect((await system.people.mailTo(person.email, /password/i)).text).not.toContain(NEXT);
});
