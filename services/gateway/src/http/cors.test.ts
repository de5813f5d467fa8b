import { ConfigError, loadConfig } from '@onceover/service-kit/config';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gatewayConfig } from '../config.ts';
import type { RunningGateway } from '../service.ts';
import { ask, post } from '../test-support/ask.ts';
import { fakeAccounts } from '../test-support/fake-accounts.ts';
import { metadataKey, secretKey } from '../test-support/sample-data.ts';
import { startTestGateway } from '../test-support/start-test-gateway.ts';

const ours = 'https://page.example';
const customHost = 'links.example';
let gateway: RunningGateway;
let closed: RunningGateway;

beforeAll(async () => {
  const people = fakeAccounts({ hosts: new Set([customHost]) });
  gateway = await startTestGateway({ people, env: { ONCEOVER_API_ORIGINS: `${ours}, https://Other.example:443` } });
  closed = await startTestGateway();
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await closed[Symbol.asyncDispose]();
});

function preflight(path: string, origin: string, host?: string) {
  const asked = { origin, 'access-control-request-method': 'POST', ...(host === undefined ? {} : { host }) };
  return ask(gateway.port, path, { method: 'OPTIONS', headers: asked });
}

const open = [
  ...['/api/v1/share', `/api/v1/secret/${secretKey}`, '/api/v3/guest/secret/conceal', '/api/v3/guest/receipts'],
  ...['/api/v2/secret/conceal', '/api/v2/secret/generate', '/api/v2/secret/status', `/api/v2/secret/${secretKey}`],
  ...[`/api/v2/secret/${secretKey}/reveal`, `/api/v2/secret/${secretKey}/status`, `/api/v2/receipt/${metadataKey}`],
  ...['/api/v2/receipt/recent', `/api/v2/receipt/${metadataKey}/burn`, '/api/v2/guest/secret/generate'],
  ...['/api/v2/status', '/api/v2/version', '/api/v2/supported-locales', '/api/v1/status/'],
];
const shut = [
  ...['/', '/graphql', '/secret/x', '/api/v2/signin', '/api/v2/account', '/api/v2/validate-shrimp', '/api/v2/feedback'],
  ...[`/api/v2/secret/${secretKey}/acknowledge`, `/api/v2/private/${metadataKey}/burn`, '/api/v2/private/recent'],
  ...['/api/v2/events', '/api/v4/share', '/api/v1', '/x/api/v1/share', '/health/live', '/api/v2/receipt'],
];

test.each(open)('a preflight for %s says what a page of a listed origin may send', async (path) => {
  for (const origin of [ours, 'https://other.example']) {
    const answer = await preflight(`${path}?a=b`, origin);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET, POST, PATCH',
      'access-control-allow-headers':
        'Accept, Accept-Language, Authorization, Content-Type, Idempotency-Key, X-Requested-With',
      'access-control-max-age': '7200',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers.vary).toContain('Origin');
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    expect(answer.headers['set-cookie']).toBeUndefined();
  }
});

const says = (headers: object) => Object.keys(headers).filter((name) => name.startsWith('access-control'));

test.each(open)('no other origin may call %s', async (path) => {
  const others = ['https://evil.example', 'null', 'http://page.example', `${ours}.evil.example`, `${ours}:8443`, '*'];
  for (const origin of [...others, 'HTTPS://PAGE.EXAMPLE', `${ours}/`]) {
    const answer = await preflight(path, origin);
    expect([answer.status, says(answer.headers)]).toEqual([404, []]);
  }
});

test.each(shut)('nothing is said to any origin at %s', async (path) => {
  expect(says((await preflight(path, ours)).headers)).toEqual([]);
  expect(says((await ask(gateway.port, path, { headers: { origin: ours } })).headers)).toEqual([]);
});

test('a page may read every answer, errors too, with the headers it needs', async () => {
  const status = await ask(gateway.port, '/api/v2/status', { headers: { origin: ours } });
  const missing = await ask(gateway.port, '/api/v2/receipt/nothing/here', { headers: { origin: ours } });
  const broken = await ask(gateway.port, '/api/v2/secret/conceal', {
    ...{
      method: 'POST',
      headers: { origin: ours, authorization: 'Basic bmluYTp4', 'content-type': 'application/json' },
    },
    body: '{',
  });
  expect([status.status, missing.status, broken.status]).toEqual([200, 404, 403]);
  for (const { headers } of [status, missing, broken]) {
    expect(headers).toMatchObject({
      'access-control-allow-origin': ours,
      'access-control-expose-headers': 'Content-Language, Idempotent-Replayed, Retry-After, X-Request-Id',
    });
    expect(headers.vary).toContain('Origin');
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  }
});

test("a listed origin is not ours: a customer's session is refused to its pages as to any", async () => {
  const headers = { origin: ours, cookie: `sess=${'M'.repeat(43)}` };
  const answer = await post(gateway.port, '/api/v2/secret/conceal', { secret: 'a' }, headers);
  expect([answer.status, answer.json.code]).toEqual([400, 'csrf']);
});

test.each([
  [customHost, 404],
  ['evil.example', 421],
])('a customer`s host and an unknown one have no API for pages of others: %s', async (host, status) => {
  const answer = await preflight('/api/v1/share', ours, host);
  expect([answer.status, says(answer.headers)]).toEqual([status, []]);
});

test('without the setting there is no preflight', async () => {
  const answer = await ask(closed.port, '/api/v1/share', { method: 'OPTIONS', headers: { origin: ours } });
  expect([answer.status, says(answer.headers)]).toEqual([404, []]);
});

const originsOf = (text: string) =>
  loadConfig({ gateway: gatewayConfig }, { ONCEOVER_API_ORIGINS: text }).gateway.apiOrigins;

test('origins are read as browsers send them', () => {
  expect(originsOf('')).toEqual([]);
  expect(originsOf('https://A.example:443, https://b.example:8443,')).toEqual([
    'https://a.example',
    'https://b.example:8443',
  ]);
  expect(originsOf('https://bücher.example')).toEqual(['https://xn--bcher-kva.example']);
});

test.each([
  ...['*', 'null', 'page.example', 'http://page.example', 'https://page.example/', 'https://page.example/app'],
  ...[
    'https://*.page.example',
    'https://nina@page.example',
    'https://page.example?',
    'https://page.example#',
    'https://',
  ],
  ...['https://page.example:99999', 'https://page example', 'chrome-extension://abcdefghijklmnop', 'javascript:1'],
])('what is no origin is refused, and an origin is shown: %s', (text) => {
  expect(() => originsOf(`https://good.example, ${text}`)).toThrow(ConfigError);
  expect(() => originsOf(text)).toThrow('give origins like https://app.example.com');
});
