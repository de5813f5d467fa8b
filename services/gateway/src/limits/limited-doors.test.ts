import { ownOrigin } from '@onceover/service-kit/origin';
import { expect, test } from 'vitest';
import { actorOf } from '../session/actor-of.ts';
import { ask, graph, post } from '../test-support/ask.ts';
import { customer, fakeAccounts } from '../test-support/fake-accounts.ts';
import { done, playing, refusedBy, signedUp } from '../test-support/played-doors.ts';
import { gate, secretKey } from '../test-support/sample-data.ts';
import { startTestGateway } from '../test-support/start-test-gateway.ts';

const calls = [
  ...playing('signIn', refusedBy('account.bad-credentials')),
  ...playing('signUp', signedUp),
  ...playing('resendVerification', done),
  ...playing('requestPasswordReset', done),
  ...playing('resetPassword', refusedBy('account.bad-reset-key')),
  ...playing('choosePassword', refusedBy('secret.gone')),
];
const secrets = { Query: { secret: () => gate } };
const look = `/api/v2/secret/${secretKey}`;

async function limitedOf(send: () => Promise<{ json: { code?: string } }>, times: number): Promise<number> {
  const answers = await Promise.all(Array.from({ length: times }, send));
  return answers.filter(({ json }) => json.code === 'rate_limited').length;
}

test.each([
  ['/api/v2/signin', 50],
  ['/api/v2/signup', 10],
  ['/api/v2/signup/resend', 10],
  ['/api/v2/forgot', 10],
  ['/api/v2/forgot/K', 10],
  ['/api/v2/secret/K/password', 10],
  ['/api/v2/validate-shrimp', 60],
])('%s: of 200 at once %d pass', async (path, allowed) => {
  await using gateway = await startTestGateway({ calls });
  expect(await limitedOf(() => post(gateway.port, path, { email: 'nina@example.com' }), 200)).toBe(200 - allowed);
  const answer = await post(gateway.port, path, {});
  expect([answer.status, answer.json.message]).toEqual([400, 'Cripes! You have been rate limited.']);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
});

test('a plain form and its row in /api/v2 share a limit', async () => {
  await using gateway = await startTestGateway({ calls });
  for (let sent = 0; sent < 10; sent += 1) await post(gateway.port, sent % 2 === 0 ? '/signup' : '/api/v2/signup', {});
  const plain = await post(gateway.port, '/signup', {});
  expect([plain.status, plain.headers.location]).toEqual([302, '/signup?notice=rate_limited']);
  expect(Number(plain.headers['retry-after'])).toBeGreaterThan(0);
});

test('a thousand forwarded addresses are one network, unless a trusted proxy forwards them', async () => {
  const refusals = async (env: Record<string, string>) => {
    await using gateway = await startTestGateway({ calls, env });
    let sent = 0;
    return await limitedOf(() => {
      sent += 1;
      const address = `10.${Math.floor(sent / 250)}.${sent % 250}.1`;
      return post(gateway.port, '/api/v2/signin', {}, { 'x-forwarded-for': address, forwarded: `for=${address}` });
    }, 1000);
  };
  expect(await refusals({})).toBe(950);
  expect(await refusals({ ONCEOVER_TRUSTED_PROXIES: '127.0.0.0/8' })).toBe(0);
});

test('an API token has a limit of its own: 600 requests a minute', async () => {
  const people = fakeAccounts({ tokens: new Map([['nina@example.com:t', ['recent']]]) });
  await using gateway = await startTestGateway({ people, secrets });
  const authorization = `Basic ${Buffer.from('nina@example.com:t').toString('base64')}`;
  const send = () => ask(gateway.port, '/api/v2/status', { headers: { authorization } });
  expect(await limitedOf(send, 599)).toBe(0);
  expect((await send()).status).toBe(200);
  expect((await send()).json.code).toBe('rate_limited');
  expect((await ask(gateway.port, look)).status).toBe(200);
});

test('in the graph a customer counts by account, a visitor by network', async () => {
  const session = 'S'.repeat(43);
  const people = fakeAccounts({ sessions: new Map([[session, { customer }]]) });
  await using gateway = await startTestGateway({ people, secrets });
  const document = `{ secret(key: "${secretKey}") { shortkey } }`;
  const { json } = await post(gateway.port, '/api/v2/validate-shrimp', {}, { cookie: `sess=${session}` });
  const signedIn = { cookie: `sess=${session}`, 'o-shrimp': json.shrimp };
  const statuses = async (times: number, headers: Record<string, string>) => {
    const answers = await Promise.all(
      Array.from({ length: times }, () => graph(gateway.port, '{ __typename }', headers)),
    );
    return answers.filter(({ status }) => status === 429).length;
  };
  expect(await statuses(320, {})).toBe(20);
  expect(await statuses(100, signedIn)).toBe(0);
  expect((await graph(gateway.port, document, signedIn)).status).toBe(200);
});

test('what a service adds to a customer counts as often as it is asked, whatever it is called and wherever it stands', async () => {
  const session = 'S'.repeat(43);
  const people = fakeAccounts({ sessions: new Map([[session, { customer }]]) });
  const added = { Customer: { recentSecrets: () => null } };
  await using gateway = await startTestGateway({ people, secrets: added });
  const { json } = await post(gateway.port, '/api/v2/validate-shrimp', {}, { cookie: `sess=${session}` });
  const signedIn = { cookie: `sess=${session}`, 'o-shrimp': json.shrimp };
  const five = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}: recentSecrets { __typename }`).join(' ');
  const document = `{ viewer { ...Five } } fragment Five on Customer { ${five} }`;
  const send = async () => (await graph(gateway.port, document, signedIn)).json.errors?.[0]?.extensions.code;
  const codes = await Promise.all(Array.from({ length: 120 }, send));
  expect(codes.filter((code) => code !== undefined)).toEqual([]);
  expect(await send()).toBe('RATE_LIMITED');
});

test('visitors are counted by network and session, customers by account and session, tokens by account', () => {
  const visitor = { kind: 'anonymous', network: 'n', requestId: 'r', origin: ownOrigin('web') } as const;
  const none = { locale: undefined } as const;
  expect(actorOf({ ...none, kind: 'anonymous', caller: visitor, session: 'a.1' })).toEqual({
    visitors: 'n',
    session: 'a.1',
  });
  const { accountRef, custid, planId, role } = customer;
  const origin = ownOrigin('web');
  const known = { kind: 'customer', network: 'n', requestId: 'r', origin, accountRef, custid, planId, role } as const;
  const bySession = { ...known, hasSecondFactor: false, credential: { kind: 'session', ref: 's' } } as const;
  expect(actorOf({ ...none, kind: 'customer', caller: bySession, session: 'S' })).toEqual({
    account: accountRef,
    session: 'S',
  });
  const byToken = { ...known, hasSecondFactor: false, credential: { kind: 'token', ref: 't', scopes: [] } } as const;
  expect(actorOf({ ...none, kind: 'token', caller: byToken, session: undefined })).toEqual({
    account: accountRef,
    session: undefined,
  });
});

test('the graph counts what a document asks for, not that it was sent', async () => {
  const session = 'S'.repeat(43);
  const people = fakeAccounts({ sessions: new Map([[session, { customer }]]) });
  const lists = { Query: { recentSecrets: () => ({ nodes: [], pageInfo: { hasNextPage: false } }) } };
  await using gateway = await startTestGateway({ people, secrets: lists });
  const { json } = await post(gateway.port, '/api/v2/validate-shrimp', {}, { cookie: `sess=${session}` });
  const signedIn = { cookie: `sess=${session}`, 'o-shrimp': json.shrimp };
  const asking = (first: number) => `{ recentSecrets(first: ${first}) { nodes { key deliveries { status } } } }`;
  const codeOf = async (document: string) =>
    (await graph(gateway.port, document, signedIn)).json.errors?.[0]?.extensions.code;
  // 201 points each, of 2,000 a minute.
  for (let sent = 0; sent < 9; sent += 1) expect(await codeOf(asking(1000))).toBeUndefined();
  expect(await codeOf(asking(1000))).toBe('RATE_LIMITED');
  expect(await codeOf(asking(10))).toBeUndefined();
});

test('a document that costs more than there is in a minute is told so, and uses nothing up', async () => {
  await using gateway = await startTestGateway({ secrets });
  const page = 'recentSecrets(first: 1000) { nodes { deliveries { status } } }';
  const document = `{ a: ${page} b: ${page} }`;
  const answer = await graph(gateway.port, document);
  expect(answer.json.errors?.[0]).toMatchObject({
    message: 'The document costs 402 points, and there are 300 a minute: ask for shorter lists or fewer fields',
    extensions: { code: 'BAD_INPUT' },
  });
  const small = `{ secret(key: "${secretKey}") { shortkey } }`;
  expect((await graph(gateway.port, small)).status).toBe(200);
});
