import { validateShrimpAnswer } from '@onceover/schema/rest/site';
import { expect, test } from 'vitest';
import { type Answer, ask, cookieOf, post } from '../../support/http.ts';
import { expectOk } from '../support/expectations.ts';
import { systemOfThisFile } from '../support/system.ts';

const system = systemOfThisFile();
const path = '/api/v2/validate-shrimp';

async function freshSession(): Promise<{ cookie: string; shrimp: string }> {
  const answer = await post(system.url, path, {});
  return { cookie: cookieOf(answer), shrimp: answer.json.shrimp };
}

function verdict(answer: Answer) {
  return expectOk(answer, validateShrimpAnswer);
}

test('without a session a new anonymous one is set, with a matching token', async () => {
  const answer = await post(system.url, path, {});
  expect(verdict(answer).isValid).toBe(false);
  expect(answer.headers['set-cookie']).toHaveLength(1);
  expect(answer.headers['set-cookie']?.[0]).toMatch(/^sess=a\.[\w.-]+; Path=\/; HttpOnly; SameSite=Lax$/);
  const checked = await post(system.url, path, { shrimp: answer.json.shrimp }, { cookie: cookieOf(answer) });
  expect(verdict(checked)).toEqual({ isValid: true, shrimp: answer.json.shrimp });
  expect(checked.headers['set-cookie']).toBeUndefined();
});

test('the header works under both its names, and takes precedence over the body', async () => {
  const { cookie, shrimp } = await freshSession();
  for (const name of ['o-shrimp', 'onetime-shrimp']) {
    expect(
      verdict(await post(system.url, path, { shrimp: 'v1.forged.forged' }, { cookie, [name]: shrimp })).isValid,
    ).toBe(true);
  }
  expect(verdict(await post(system.url, path, { shrimp }, { cookie, 'o-shrimp': 'v1.forged.forged' })).isValid).toBe(
    false,
  );
});

test('a client that sends the token twice is accepted', async () => {
  const { cookie, shrimp } = await freshSession();
  const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' };
  const body = `shrimp=${shrimp}&shrimp=${shrimp}`;
  expect(verdict(await ask(system.url, path, { body, headers })).isValid).toBe(true);
});

test('a token in the query does not count', async () => {
  const { cookie, shrimp } = await freshSession();
  expect(verdict(await post(system.url, `${path}?shrimp=${shrimp}`, {}, { cookie })).isValid).toBe(false);
});

test('a forged token is replaced by a valid one, in the same session', async () => {
  const { cookie } = await freshSession();
  const answer = await post(system.url, path, { shrimp: 'v1.forged.forged' }, { cookie });
  expect(verdict(answer).isValid).toBe(false);
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect(verdict(await post(system.url, path, { shrimp: answer.json.shrimp }, { cookie })).isValid).toBe(true);
});

test('a cookie that Onceover did not issue is not adopted', async () => {
  const { shrimp } = await freshSession();
  const answer = await post(system.url, path, { shrimp }, { cookie: 'sess=chosen-by-somebody' });
  expect(verdict(answer).isValid).toBe(false);
  expect(cookieOf(answer)).toMatch(/^sess=a\./);
});

test('another site gets no session and no valid token', async () => {
  const { cookie } = await freshSession();
  const answer = await post(system.url, path, {}, { cookie, 'sec-fetch-site': 'cross-site' });
  expect(verdict(answer).isValid).toBe(false);
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect(verdict(await post(system.url, path, { shrimp: answer.json.shrimp }, { cookie })).isValid).toBe(false);
});
