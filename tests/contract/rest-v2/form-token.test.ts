import { concealAnswer } from '@onceover/schema/rest/secret';
import { expect, test } from 'vitest';
import { cookieOf, post } from '../../support/http.ts';
import { expectFailure, expectOk } from '../support/expectations.ts';
import { burn, CONCEAL, conceal, look, reveal, unknownKey } from '../support/secrets.ts';
import { systemOfThisFile } from '../support/system.ts';

const system = systemOfThisFile();
const csrf = { status: 400, code: 'csrf', message: 'Please refresh the page and try again' };

async function freshSession(): Promise<{ cookie: string; shrimp: string }> {
  const answer = await post(system.url, '/api/v2/validate-shrimp', {});
  return { cookie: cookieOf(answer), shrimp: answer.json.shrimp };
}

const unsafeRows = [
  CONCEAL,
  `/api/v2/secret/${unknownKey}`,
  `/api/v2/secret/${unknownKey}/acknowledge`,
  `/api/v2/private/${unknownKey}/burn`,
];

test.each(unsafeRows)('%s refuses a session without its token', async (path) => {
  const { cookie } = await freshSession();
  for (const shrimp of ['', 'v1.none', 'v1.forged.forged', (await freshSession()).shrimp]) {
    const answer = await post(system.url, path, { secret: 'a', continue: 'true', shrimp }, { cookie });
    expectFailure(answer, csrf);
    expect(answer.headers['set-cookie']).toBeUndefined();
    const retry = await post(system.url, '/api/v2/validate-shrimp', { shrimp: answer.json.shrimp }, { cookie });
    expect(retry.json.isValid).toBe(true);
  }
});

test.each(unsafeRows)('%s refuses requests from another site, with or without a session', async (path) => {
  const { cookie, shrimp } = await freshSession();
  const foreign = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { referer: 'https://evil.example/' },
  ];
  for (const headers of foreign) {
    const fields = { secret: 'a', continue: 'true', shrimp };
    expectFailure(await post(system.url, path, fields, headers as Record<string, string>), csrf);
    const withSession = { ...(headers as Record<string, string>), cookie };
    expectFailure(await post(system.url, path, fields, withSession), csrf);
  }
});

test('an unknown cookie is never adopted: a new session comes with its own token', async () => {
  const answer = await post(system.url, CONCEAL, { secret: 'a' }, { cookie: 'sess=chosen-by-somebody' });
  expectFailure(answer, csrf);
  const cookie = cookieOf(answer);
  expect(cookie).toMatch(/^sess=a\./);
  const retry = await post(system.url, CONCEAL, { secret: 'a', shrimp: answer.json.shrimp }, { cookie });
  expectOk(retry, concealAnswer);
});

test('a token works repeatedly, and every answer brings a fresh one', async () => {
  const { cookie, shrimp } = await freshSession();
  const headers = { cookie, 'sec-fetch-site': 'same-origin', origin: system.url };
  const first = expectOk(await post(system.url, CONCEAL, { secret: 'a', shrimp }, headers), concealAnswer);
  const second = expectOk(await post(system.url, CONCEAL, { secret: 'a', shrimp }, headers), concealAnswer);
  expect(new Set([shrimp, first.shrimp, second.shrimp]).size).toBe(3);
  expectOk(await post(system.url, CONCEAL, { secret: 'a' }, { ...headers, 'o-shrimp': second.shrimp }), concealAnswer);
});

test('a refused request changed nothing', async () => {
  const { cookie } = await freshSession();
  const { secretKey, metadataKey } = await conceal(system.url);
  await post(system.url, `/api/v2/secret/${secretKey}`, { continue: 'true' }, { cookie });
  await post(
    system.url,
    `/api/v2/private/${metadataKey}/burn`,
    { continue: 'true' },
    { 'sec-fetch-site': 'cross-site' },
  );
  expect((await look(system.url, secretKey)).status).toBe(200);
});

test('without cookies, as with curl, no token is needed and no cookie is set', async () => {
  const { secretKey, metadataKey } = await conceal(system.url);
  const burned = await burn(system.url, metadataKey);
  expect(burned.status).toBe(200);
  expect(burned.headers['set-cookie']).toBeUndefined();
  expect((await reveal(system.url, secretKey)).headers['set-cookie']).toBeUndefined();
});
