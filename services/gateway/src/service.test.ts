import { expect, test } from 'vitest';
import { PortInUse } from './service.ts';
import { ask, graph, post } from './test-support/ask.ts';
import { concealed, gate, secretKey } from './test-support/sample-data.ts';
import { startTestGateway } from './test-support/start-test-gateway.ts';

const secrets = { Query: { secret: () => gate }, Mutation: { concealSecret: () => concealed } };
const look = `/api/v2/secret/${secretKey}`;

test('a port that is in use is a clear error', async () => {
  await using first = await startTestGateway();
  const second = startTestGateway({ env: { ONCEOVER_PORT: String(first.port) } });
  await expect(second).rejects.toBeInstanceOf(PortInUse);
});

test('stopping lets requests in flight finish and refuses new ones', async () => {
  const { promise: mayAnswer, resolve: answerNow } = Promise.withResolvers<typeof gate>();
  const { promise: wasAsked, resolve: asked } = Promise.withResolvers<void>();
  const secret = async () => {
    asked();
    return await mayAnswer;
  };
  const gateway = await startTestGateway({ secrets: { Query: { secret } } });
  const inFlight = ask(gateway.port, look);
  await wasAsked;
  const stopped = gateway[Symbol.asyncDispose]();
  await expect(ask(gateway.port, '/health/live')).rejects.toThrow();
  answerNow(gate);
  expect(await inFlight).toMatchObject({ status: 200, headers: { connection: 'close' } });
  await stopped;
});

test("a request for a host that is not the site's is 421, on every route", async () => {
  await using gateway = await startTestGateway({ secrets });
  for (const path of ['/', look, '/dist/assets/app-abcdefgh.js', '/graphql']) {
    expect((await ask(gateway.port, path, { headers: { host: 'evil.example' } })).status).toBe(421);
  }
  const local = { headers: { host: `LOCALHOST:${gateway.port}` } };
  expect((await ask(gateway.port, look, local)).status).toBe(200);
  expect((await ask(gateway.port, '/health/live', { headers: { host: '10.0.0.7' } })).status).toBe(200);
});

test('on https links, cookies and headers follow production rules', async () => {
  const env = { ONCEOVER_SITE_HOST: 'once.example' };
  await using gateway = await startTestGateway({ secrets, env });
  const headers = { host: 'once.example' };
  const answer = await post(gateway.port, '/api/v2/secret/conceal', { secret: 'a' }, headers);
  expect(answer.json.record.metadata.share_url).toBe(`https://once.example/secret/${secretKey}`);
  expect(answer.headers['strict-transport-security']).toBe('max-age=63072000');
  const shrimp = await post(gateway.port, '/api/v2/validate-shrimp', {}, headers);
  expect(shrimp.headers['set-cookie']?.[0]).toMatch(
    /^__Host-sess=a\.[\w.-]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  const page = await ask(gateway.port, '/', { headers });
  expect(page.headers['content-security-policy']).toContain("connect-src 'self' wss://once.example;");
  expect(page.headers['content-security-policy']).toContain('upgrade-insecure-requests');
});

test('on https only registered documents run, without introspection', async () => {
  await using gateway = await startTestGateway({ secrets, env: { ONCEOVER_SITE_HOST: 'once.example' } });
  const headers = { host: 'once.example' };
  const other = await graph(gateway.port, '{ __schema { queryType { name } } }', headers);
  expect(other.status).toBe(400);
  expect(other.json.errors[0].extensions.code).toBe('DOCUMENT_NOT_REGISTERED');
  const registered = `query SecretGate($key: String!) {
  secret(key: $key) { shortkey hasPassphrase verification isOwner shareDomain created expiration }
}`;
  const body = JSON.stringify({ query: registered, variables: { key: secretKey } });
  const answer = await ask(gateway.port, '/graphql', {
    body,
    headers: { ...headers, 'content-type': 'application/json' },
  });
  expect(answer.json).toEqual({ data: { secret: { ...gate } } });
});

test('limits count networks, by REST row and by field of the graph alike', async () => {
  await using gateway = await startTestGateway({ secrets });
  for (let sent = 0; sent < 298; sent += 1) {
    const { status } = await post(gateway.port, '/api/v2/secret/conceal', { secret: 'a' });
    if (status !== 200) throw new Error(`refused after ${sent}`);
  }
  const conceal = 'mutation { concealSecret(input: { secret: "a" }) { __typename } }';
  for (let sent = 0; sent < 2; sent += 1) expect((await graph(gateway.port, conceal)).status).toBe(200);
  const refused = await post(gateway.port, '/api/v2/secret/conceal', { secret: 'a' });
  expect(refused).toMatchObject({ status: 400, json: { code: 'rate_limited', success: false } });
  expect(refused.json.message).toBe('Cripes! You have been rate limited.');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  const inGraph = await graph(gateway.port, conceal);
  expect(inGraph.status).toBe(429);
  expect(inGraph.json.errors[0].extensions.code).toBe('RATE_LIMITED');
  expect(Number(inGraph.headers['retry-after'])).toBeGreaterThan(0);
  expect((await ask(gateway.port, look)).status).toBe(200);
});

test('forwarded addresses count from configured proxies only', async () => {
  const shrimp = (port: number, from: string) => post(port, '/api/v2/validate-shrimp', {}, { 'x-forwarded-for': from });
  const refusals = async (env: Record<string, string>) => {
    await using gateway = await startTestGateway({ env });
    const statuses = [];
    for (let sent = 0; sent < 62; sent += 1) statuses.push((await shrimp(gateway.port, `192.0.${sent}.1`)).status);
    return statuses.filter((status) => status === 400).length;
  };
  expect(await refusals({})).toBe(2);
  expect(await refusals({ ONCEOVER_TRUSTED_PROXIES: '127.0.0.0/8' })).toBe(0);
});
