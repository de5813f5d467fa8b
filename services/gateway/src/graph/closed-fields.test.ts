import { expect, test } from 'vitest';
import { ask, graph, post } from '../test-support/ask.ts';
import { customer, fakeAccounts } from '../test-support/fake-accounts.ts';
import { recordingServices } from '../test-support/recording-services.ts';
import { gate, secretKey } from '../test-support/sample-data.ts';
import { startTestGateway } from '../test-support/start-test-gateway.ts';

const doors = [
  'signIn(input: { email: "a", password: "b", userAgentFamily: "c" })',
  'confirmSecondStep(input: { sessionId: "a", code: "b" })',
  'signOut(input: {})',
  'signUp(input: { email: "a", password: "b", passwordConfirm: "b", locale: "en" })',
  'resendVerification(input: { email: "a", locale: "en" })',
  'requestPasswordReset(input: { email: "a", locale: "en" })',
  'resetPassword(input: { resetKey: "a", password: "b", passwordConfirm: "b" })',
  'changePassword(input: { currentPassword: "a", newPassword: "b", newPasswordConfirm: "b", keepsTokens: false, sessionId: "c", userAgentFamily: "d" })',
  'submitFeedback(input: { message: "a" })',
];

test.each(doors)('no document reaches a door: %s', async (field) => {
  const { services, reached } = recordingServices();
  await using gateway = await startTestGateway(services);
  const answer = await graph(gateway.port, `mutation { ${field} { __typename } }`);
  expect([answer.status, answer.json.errors[0].extensions.code]).toEqual([400, 'GRAPHQL_VALIDATION_FAILED']);
  expect(reached).toEqual([]);
});

test('nor does introspection show it', async () => {
  await using gateway = await startTestGateway();
  const { text } = await graph(gateway.port, '{ __schema { mutationType { fields { name } } types { name } } }');
  expect(text).toContain('concealSecret');
  expect(text).not.toMatch(/"(?:signIn|changePassword|submitFeedback)"/);
});

const session = 'S'.repeat(43);
const whoami = '{ viewer { custid } }';

test('the graph knows its customer by session and form token', async () => {
  const people = fakeAccounts({ sessions: new Map([[session, { customer }]]) });
  await using gateway = await startTestGateway({ people });
  const cookie = `sess=${session}`;
  const refused = await graph(gateway.port, whoami, { cookie });
  expect([refused.status, refused.json.errors[0].extensions.code]).toEqual([403, 'CSRF']);
  const { json } = await post(gateway.port, '/api/v2/validate-shrimp', {}, { cookie });
  const answer = await graph(gateway.port, whoami, { cookie, 'o-shrimp': json.shrimp });
  expect(answer.json).toEqual({ data: { viewer: { custid: customer.custid } } });
  const foreign = await graph(gateway.port, whoami, { cookie, 'o-shrimp': json.shrimp, 'sec-fetch-site': 'same-site' });
  expect(foreign.json.errors[0].extensions.code).toBe('CSRF');
  people.sessions.clear();
  const revoked = await graph(gateway.port, whoami, { cookie, 'o-shrimp': json.shrimp });
  expect([revoked.status, revoked.json.errors[0].extensions.code]).toEqual([401, 'NOT_AUTHORIZED']);
});

test('a waiting session is nobody to the graph', async () => {
  const people = fakeAccounts({ sessions: new Map([[session, { customer, isWaiting: true }]]) });
  await using gateway = await startTestGateway({ people });
  const cookie = `sess=${session}`;
  const { json } = await post(gateway.port, '/api/v2/validate-shrimp', {}, { cookie });
  const answer = await graph(gateway.port, whoami, { cookie, 'o-shrimp': json.shrimp });
  expect(answer.json).toEqual({ data: { viewer: null } });
});

test('an outage of accounts is 503 for a session, and nothing for a visitor', async () => {
  await using gateway = await startTestGateway({ people: fakeAccounts({ isAway: true }) });
  const answer = await graph(gateway.port, whoami, { cookie: `sess=${session}` });
  expect([answer.status, answer.json.errors[0].extensions]).toEqual([
    503,
    { code: 'UNAVAILABLE', retryAfterSeconds: 7 },
  ]);
  expect(answer.headers['retry-after']).toBe('7');
  expect((await graph(gateway.port, whoami)).json.data).toEqual({ viewer: null });
});

const basic = (token: string) => ({
  authorization: `Basic ${Buffer.from(`nina@example.com:${token}`).toString('base64')}`,
});

test('an API token needs the scope, and with it can send unregistered documents, even on https', async () => {
  const people = fakeAccounts({
    tokens: new Map([
      ['nina@example.com:plain', ['secrets-write', 'account']],
      ['nina@example.com:adhoc', ['graphql-adhoc']],
    ]),
  });
  await using gateway = await startTestGateway({ people, env: { ONCEOVER_SITE_HOST: 'once.example' } });
  const send = (token: string, document = whoami) =>
    graph(gateway.port, document, { host: 'once.example', ...basic(token) });
  const wrong = await send('wrong');
  expect([wrong.status, wrong.json.errors[0].extensions.code]).toEqual([401, 'NOT_AUTHORIZED']);
  const narrow = await send('plain');
  expect([narrow.status, narrow.json.errors[0].extensions.code]).toEqual([403, 'NOT_AUTHORIZED']);
  expect((await send('adhoc')).json).toEqual({ data: { viewer: { custid: customer.custid } } });
  const introspection = await send('adhoc', '{ __schema { queryType { name } } }');
  expect(introspection.json.errors[0].extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
});

test('what somebody may ask with a token opens nothing to those who may not', async () => {
  const people = fakeAccounts({ tokens: new Map([['nina@example.com:adhoc', ['graphql-adhoc']]]) });
  await using gateway = await startTestGateway({ people, env: { ONCEOVER_SITE_HOST: 'once.example' } });
  const send = (headers: Record<string, string>) => graph(gateway.port, whoami, { host: 'once.example', ...headers });
  for (let time = 0; time < 2; time += 1)
    expect((await send(basic('adhoc'))).json.data.viewer.custid).toBe(customer.custid);
  const answer = await send({});
  expect([answer.status, answer.json.errors[0].extensions.code]).toEqual([400, 'DOCUMENT_NOT_REGISTERED']);
});

test('a registered document may come with the type names a client adds, and with nothing else', async () => {
  const secrets = { Query: { secret: () => gate } };
  await using gateway = await startTestGateway({ secrets, env: { ONCEOVER_SITE_HOST: 'once.example' } });
  const send = (selection: string) =>
    ask(gateway.port, '/graphql', {
      body: JSON.stringify({
        query: `query SecretGate($key: String!) { secret(key: $key) { ${selection} } }`,
        variables: { key: secretKey },
      }),
      headers: { host: 'once.example', 'content-type': 'application/json' },
    });
  const registered = 'shortkey hasPassphrase verification isOwner shareDomain created expiration';
  expect((await send(`${registered} __typename`)).json.data.secret.shortkey).toBe(gate.shortkey);
  for (const other of ['shortkey', `${registered} a: __typename`, `${registered} x: shortkey`]) {
    expect((await send(other)).json.errors[0].extensions.code).toBe('DOCUMENT_NOT_REGISTERED');
  }
});
