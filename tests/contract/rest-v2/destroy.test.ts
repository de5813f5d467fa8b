import { destroyAnswer } from '@onceover/schema/rest/account';
import { recentAnswer } from '@onceover/schema/rest/metadata';
import { expect, test } from 'vitest';
import { ask } from '../../support/http.ts';
import { PASSWORD } from '../../support/people.ts';
import { expectFailure, expectOk } from '../support/expectations.ts';
import { reveal } from '../support/secrets.ts';
import { systemOfThisFile } from '../support/system.ts';

const system = systemOfThisFile();
const PATH = '/api/v2/account/destroy';
const required = { status: 400, code: 'confirmation_required', message: 'Password confirmation is required.' };
const wrong = { status: 400, code: 'bad_password', message: 'Please check the password.' };

test('without the right password nothing ends', async () => {
  const { browser } = await system.people.customer();
  for (const [fields, wanted] of [
    [{}, required],
    [{ confirmation: '' }, required],
    [{ confirmation: 'a wrong one' }, wrong],
    [{ confirmation: 'x'.repeat(10_000) }, wrong],
  ] as const) {
    const answer = await browser.post(PATH, fields as Record<string, string>);
    expectFailure(answer, wanted);
    expect(answer.headers['set-cookie']).toBeUndefined();
  }
  expectOk(await browser.get('/api/v2/private/recent'), recentAnswer);
});

test('a closed account is gone at once; secrets it shared can still be opened', async () => {
  const person = await system.people.customer();
  const elsewhere = await system.people.signedIn(person);
  const authorization = await system.people.apiToken(person);
  const { json } = await person.browser.post('/api/v2/secret/conceal', { secret: 'left behind' });
  const answer = await person.browser.post(PATH, { confirmation: PASSWORD });
  expect(expectOk(answer, destroyAnswer).custid).toBe(person.email);
  expect(answer.headers['set-cookie']?.[0]).toBe('sess=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax');
  expect((await elsewhere.get('/api/v2/authcheck')).status).toBe(403);
  const byToken = await ask(system.url, '/api/v2/authcheck', { headers: { authorization } });
  expect(byToken.status).toBe(403);
  await expect(system.people.signedIn(person)).rejects.toThrow(/bad_credentials/);
  await system.drain();
  const shown = await reveal(system.url, json.record.secret.key);
  expect([shown.status, shown.json.record.secret_value]).toEqual([200, 'left behind']);
});
