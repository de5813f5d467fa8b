import { recentAnswer } from '@onceover/schema/rest/metadata';
import { concealAnswer } from '@onceover/schema/rest/secret';
import { beforeAll, expect, test } from 'vitest';
import { ask, post } from '../../support/http.ts';
import { basic, type Person } from '../../support/people.ts';
import { expectOk, expectPlainError } from '../support/expectations.ts';
import { CONCEAL } from '../support/secrets.ts';
import { systemOfThisFile } from '../support/system.ts';

const system = systemOfThisFile();
const notAuthorized = { status: 403, code: 'not_authorized', message: 'Not authorized' };
let nina: Person;
let authorization = '';

beforeAll(async () => {
  nina = await system.people.customer();
  authorization = await system.people.apiToken(nina);
});

const encoded = (text: string) => Buffer.from(text).toString('base64');

test('with a token everything belongs to the customer, without a cookie or form token', async () => {
  const answer = await post(system.url, CONCEAL, { secret: 'by token' }, { authorization });
  const { custid, record } = expectOk(answer, concealAnswer);
  expect([custid, record.metadata.custid]).toEqual([nina.email, nina.email]);
  expect(answer.headers['set-cookie']).toBeUndefined();
  const recent = await ask(system.url, '/api/v2/private/recent', { headers: { authorization } });
  expect(expectOk(recent, recentAnswer).records.map(({ shortkey }) => shortkey)).toContain(record.metadata.shortkey);
});

test('the address may be in any case, the token must be exact', async () => {
  const token = Buffer.from(authorization.slice(6), 'base64').toString().split(':')[1] ?? '';
  const asking = (custid: string, secret: string) =>
    ask(system.url, '/api/v2/authcheck', { headers: { authorization: basic(custid, secret) } });
  expect((await asking(nina.email.toUpperCase(), token)).status).toBe(200);
  expectPlainError(await asking(nina.email, token.toUpperCase().replaceAll(/\d/g, 'A')), notAuthorized);
});

test('cookies are ignored beside a token, and none is set', async () => {
  const { cookie = '' } = nina.browser;
  const wrong = basic(nina.email, '0'.repeat(40));
  for (const path of ['/api/v2/authcheck', '/api/v2/status?locale=he']) {
    const answer = await ask(system.url, path, { headers: { authorization: wrong, cookie } });
    expect([answer.status, answer.json.code]).toEqual([403, 'not_authorized']);
    expect(answer.headers['set-cookie']).toBeUndefined();
  }
  const stale = { authorization, cookie: 'sess=chosen-by-somebody' };
  expectOk(await post(system.url, CONCEAL, { secret: 'a', shrimp: 'v1.forged.forged' }, stale), concealAnswer);
});

test.each([
  ['another scheme', 'Bearer abc'],
  ['no scheme', encoded('a@b.example:c')],
  ['nothing', 'Basic '],
  ['no base64', 'Basic !!!!'],
  ['no colon', `Basic ${encoded('a@b.example')}`],
  ['no address', `Basic ${encoded(':token')}`],
  ['no token', `Basic ${encoded('a@b.example:')}`],
  ['an unknown address', basic('nobody@example.com', '0'.repeat(40))],
  ['control characters', `Basic ${encoded('a@b.example\r\nx:token')}`],
  ['no UTF-8', `Basic ${Buffer.from([0x61, 0xff, 0x3a, 0x62]).toString('base64')}`],
  ['10,000 characters', basic('a@b.example', 'x'.repeat(10_000))],
])('%s is 403, even where visitors are welcome', async (_what, header) => {
  for (const answer of [
    await ask(system.url, '/api/v2/status', { headers: { authorization: header } }),
    await ask(system.url, '/api/v2/authcheck', { headers: { authorization: header } }),
    await post(system.url, CONCEAL, { secret: 'a' }, { authorization: header }),
  ]) {
    expectPlainError(answer, notAuthorized);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.headers['www-authenticate']).toBeUndefined();
  }
});

test('after too many bad tokens even the right one has to wait', async () => {
  const victim = await system.people.customer();
  const right = await system.people.apiToken(victim);
  const asking = (header: string) => ask(system.url, '/api/v2/authcheck', { headers: { authorization: header } });
  for (let round = 0; round < 5; round += 1) {
    expect((await asking(basic(victim.email, '0'.repeat(40)))).status).toBe(403);
  }
  const limited = await asking(right);
  expect([limited.status, limited.json.code]).toEqual([400, 'rate_limited']);
  expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
});
