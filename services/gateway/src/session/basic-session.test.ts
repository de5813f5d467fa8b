import { expect, test } from 'vitest';
import { ask, post } from '../test-support/ask.ts';
import { fakeAccounts } from '../test-support/fake-accounts.ts';
import { basicOf, type Callers, remembering, signedIn } from '../test-support/played-sessions.ts';
import { secretKey } from '../test-support/sample-data.ts';
import { startTestGateway } from '../test-support/start-test-gateway.ts';

const session = 'S'.repeat(43);
const cookie = `sess=${session}`;
const look = `/api/v2/secret/${secretKey}`;

test('Basic: the API token identifies the caller, cookies are ignored and none is set, no form token is needed', async () => {
  const callers: Callers = [];
  const people = signedIn(session);
  people.tokens.set('nina@example.com:secret-token', ['secrets-write']);
  await using gateway = await startTestGateway({ people, secrets: remembering(callers) });
  const headers = { ...basicOf('Nina@Example.com:secret-token'), cookie: `${cookie}; sess-rm=x; locale=he` };
  const answer = await post(gateway.port, `${look}?locale=he`, { secret: 'a' }, headers);
  expect(answer.status).toBe(200);
  expect(answer.json.shrimp).toBe('v1.none');
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect(callers[0]).toMatchObject({
    hasSecondFactor: false,
    credential: { kind: 'token', scopes: ['secrets-write'] },
  });
  expect(people.lookups).toEqual([]);
  const foreign = { ...headers, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  expect((await post(gateway.port, look, { secret: 'a' }, foreign)).status).toBe(200);
});

test.each([
  ['a wrong token', basicOf('nina@example.com:wrong').authorization],
  ['no token', basicOf('nina@example.com:').authorization],
  ['no address', basicOf(':secret-token').authorization],
  ['no colon', basicOf('nina@example.com').authorization],
  ['nothing at all', ''],
  ['nothing encoded', 'Basic '],
  ['no base64', 'Basic ###'],
  ['another alphabet', 'Basic bmluYUBleGFtcGxlLmNvbTp0_-'],
  ['bytes that are no text', `Basic ${Buffer.from([0x61, 0x3a, 0xff, 0xfe]).toString('base64')}`],
  ['a line break', basicOf('nina@example.com:secret-token\n').authorization],
  ['a very long one', basicOf(`nina@example.com:${'x'.repeat(3000)}`).authorization],
  ['a longer half than any of ours', basicOf(`${'n'.repeat(401)}:secret-token`).authorization],
  ['another scheme', 'Bearer secret-token'],
  ['a scheme that begins alike', basicOf('nina@example.com:secret-token').authorization.replace('Basic', 'Basics')],
])('Basic with %s is 403 even where visitors are allowed', async (_what, authorization) => {
  const people = signedIn(session);
  people.tokens.set('nina@example.com:secret-token', ['secrets-write']);
  await using gateway = await startTestGateway({ people, secrets: remembering([]) });
  for (const path of [look, '/api/v2/authcheck', '/api/v2/status']) {
    const answer = await ask(gateway.port, path, { headers: { authorization, cookie } });
    expect([answer.status, answer.json]).toEqual([403, { message: 'Not authorized', code: 'not_authorized' }]);
    expect(answer.headers['set-cookie']).toBeUndefined();
  }
});

test('too many bad credentials are answered as a limit', async () => {
  const people = fakeAccounts({ isTokenLimited: true });
  await using gateway = await startTestGateway({ people });
  const answer = await ask(gateway.port, look, { headers: basicOf('nina@example.com:t') });
  expect([answer.status, answer.json.code, answer.headers['retry-after']]).toEqual([400, 'rate_limited', '9']);
});
