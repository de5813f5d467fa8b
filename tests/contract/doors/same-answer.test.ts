import { expect, test } from 'vitest';
import { type Answer, post } from '../../support/http.ts';
import { newEmail, PASSWORD } from '../../support/people.ts';
import { systemOfThisFile } from '../support/system.ts';

/* Doors do not reveal who has an account: the same bytes for every address. Source: security 5.3, G8 */

const system = systemOfThisFile();

/** An answer without the parts that differ each time: the request's id, the time, the mark of a sign-up. */
function bytes({ status, headers, text }: Answer) {
  const { 'x-request-id': _id, date: _date, ...rest } = headers;
  return JSON.stringify([status, rest, text]).replace(/signup=[\w-]{43};/, 'signup=MARK;');
}

async function answersTo(path: string, fields: (email: string) => Record<string, string>, emails: readonly string[]) {
  const answers: string[] = [];
  for (const email of emails) answers.push(bytes(await post(system.url, path, fields(email))));
  return new Set(answers).size;
}

test('sign-in gives the same answer for an unknown address, a wrong password and an unverified account', async () => {
  const verified = await system.people.customer();
  const unverified = await system.people.unverified();
  const wrong = 'not the password of anybody';
  const cases = [
    [newEmail(), wrong],
    [verified.email, wrong],
    [unverified.email, wrong],
    [unverified.email, PASSWORD],
    [newEmail(), PASSWORD],
  ];
  const answers = new Set<string>();
  for (const [email = '', password = ''] of cases) {
    answers.add(bytes(await post(system.url, '/api/v2/signin', { email, password })));
  }
  expect(answers.size).toBe(1);
});

test('sign-up, resend and reset give the same answer for new, unverified and verified addresses', async () => {
  const { email: verified } = await system.people.customer();
  const { email: unverified } = await system.people.unverified();
  const all = [newEmail(), unverified, verified, verified.toUpperCase()];
  const signUp = (email: string) => ({ email, password: PASSWORD, password_confirm: PASSWORD });
  expect(await answersTo('/api/v2/signup', signUp, all)).toBe(1);
  expect(await answersTo('/api/v2/signup/resend', (email) => ({ email }), all)).toBe(1);
  expect(await answersTo('/api/v2/forgot', (email) => ({ email }), all)).toBe(1);
});

test('a reset key that never existed and a malformed one get the same answer', async () => {
  const fields = { password: PASSWORD, password_confirm: PASSWORD };
  const keys = ['x', 'A'.repeat(43), '0'.repeat(300), '%00', "';--"];
  const answers = await Promise.all(
    keys.map((key) => post(system.url, `/api/v2/forgot/${encodeURIComponent(key)}`, fields)),
  );
  expect(new Set(answers.map(bytes)).size).toBe(1);
  expect(answers[0]?.json.code).toBe('bad_reset_key');
});
