import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningGateway } from '../service.ts';
import { routeTable } from '../service.ts';
import { type Asked, ask, graph, post } from '../test-support/ask.ts';
import { customer, fakeAccounts } from '../test-support/fake-accounts.ts';
import { recordingServices } from '../test-support/recording-services.ts';
import { secretKey } from '../test-support/sample-data.ts';
import { startTestGateway } from '../test-support/start-test-gateway.ts';

const host = 'once.example';
const customHost = 'once.acme.example';
const session = 'S'.repeat(43);
const cookie = `__Host-sess=${session}`;
let gateway: RunningGateway;

beforeAll(async () => {
  const people = fakeAccounts({ hosts: new Set([customHost]), sessions: new Map([[session, { customer }]]) });
  const env = { ONCEOVER_SITE_HOST: host, ONCEOVER_INCOMING_RECIPIENT: 'support@example.com' };
  gateway = await startTestGateway({ ...recordingServices().services, people, env });
});
afterAll(() => gateway[Symbol.asyncDispose]());

const get = (path: string, headers: Record<string, string> = {}) =>
  ask(gateway.port, path, { headers: { host, ...headers } });

/** On every answer. Source: security 6.1. */
function expectEverywhere({ headers }: Asked): void {
  expect(headers).toMatchObject({
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'strict-transport-security': 'max-age=63072000',
  });
  for (const rule of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
    expect(headers['content-security-policy']).toContain(rule);
  }
  for (const name of Object.keys(headers)) expect(name).not.toMatch(/^(?:access-control-.*|server|x-powered-by)$/);
  expect(headers['x-request-id']).toMatch(/^[0-9a-z-]{6,30}$/);
}

function expectApi(answer: Asked): void {
  expectEverywhere(answer);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    'x-frame-options': 'DENY',
    'x-robots-tag': 'noindex',
    vary: 'Cookie, Authorization, Origin',
  });
  expect(answer.headers['permissions-policy']).toContain('camera=()');
}

function expectHtml(answer: Asked): void {
  expectEverywhere(answer);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'x-frame-options': 'DENY',
    vary: 'Cookie, Accept-Language, Sec-Fetch-Site',
  });
  const policy = answer.headers['content-security-policy'] as string;
  for (const rule of ["default-src 'none'", "script-src 'self'", "object-src 'none'", "frame-ancestors 'none'"]) {
    expect(policy).toContain(rule);
  }
  expect(policy).not.toMatch(/unsafe|\*/);
  expect(answer.headers['permissions-policy']).toContain('clipboard-write=(self)');
}

const rows = routeTable.map(({ method, path, isPlain }) => ({
  method,
  path: path.replace(':key', secretKey),
  isPlain,
}));

test.each(rows)('$method $path carries the headers of the API, whatever it answers', async ({ method, path }) => {
  const json = { host, accept: 'application/json' };
  const send = (headers: Record<string, string>) =>
    method === 'GET' ? get(path, { ...json, ...headers }) : post(gateway.port, path, {}, { ...json, ...headers });
  const wrong = { authorization: 'Basic bmluYTp3cm9uZw==' };
  for (const headers of [{}, { cookie }, wrong, { 'sec-fetch-site': 'cross-site' }]) {
    expectApi(await send(headers as Record<string, string>));
  }
});

test.each(rows.filter(({ isPlain }) => isPlain))(
  'POST $path leads browsers on with the headers of pages',
  async ({ path }) => {
    const answer = await post(gateway.port, path, {}, { host });
    if (answer.status === 302) expect(answer.headers.location).toMatch(/^\/(?!\/)/);
    else expect(answer.status).toBe(500);
    expectHtml(answer);
  },
);

const pages = [
  ...[
    '/',
    '/about',
    '/signin',
    '/signup',
    '/signup/identity',
    '/forgot',
    '/forgot/k',
    '/secret/k/password',
    '/incoming',
    '/dashboard',
    '/account',
  ],
  ...['/secret/x', '/private/x', '/private/x/burn', '/logout', '/colonel', '/nope', '/secret'],
];

test.each(pages)('GET %s carries the headers of pages, for visitors and customers', async (path) => {
  expectHtml(await get(path));
  expectHtml(await get(path, { cookie }));
  expectHtml(await get(path, { 'sec-fetch-site': 'none', cookie }));
});

test.each(['/secret/x', '/private/x', '/about', '/nope'])('on a custom host too: %s', async (path) => {
  expectHtml(await get(path, { host: customHost }));
});

test.each(['/', '/secret/x'])('an unknown host is told so with the headers of pages: %s', async (path) => {
  const answer = await get(path, { host: 'evil.example' });
  expect(answer.status).toBe(421);
  expectHtml(answer);
});

test('an unknown row, method or host and a bad body still get the headers of the API', async () => {
  const answers = [
    await get('/api/v2/nope'),
    await get('/api/v2/signin'),
    await get('/graphql'),
    await get('/api/v2/status', { host: 'evil.example' }),
    await get('/api/v2/status', { host: customHost }),
    await get('/health/live'),
    await ask(gateway.port, '/api/v2/signin', { method: 'OPTIONS', headers: { host } }),
    await ask(gateway.port, '/api/v2/signin', { method: 'DELETE', headers: { host } }),
    await ask(gateway.port, '/api/v2/signin', { body: 'x', headers: { host, 'content-type': 'text/plain' } }),
    await ask(gateway.port, '/api/v2/signin', { body: '{', headers: { host, 'content-type': 'application/json' } }),
    await graph(gateway.port, '{ nothing }', { host }),
    await graph(gateway.port, '{ viewer { id } }', { host: customHost }),
    await graph(gateway.port, '{ viewer { id } }', { host, cookie: '__Host-sess=ended' }),
    await graph(gateway.port, '{ viewer { id } }', { host, authorization: 'Bearer x' }),
  ];
  for (const answer of answers) expectApi(answer);
  expect(answers.map(({ status }) => status)).toEqual([
    404, 404, 404, 421, 404, 200, 404, 404, 415, 400, 400, 404, 401, 401,
  ]);
});

test('files with a hash in their name are cached for ever, and have no page policy', async () => {
  const hashed = await get('/dist/assets/app-abcdefgh.js');
  expectEverywhere(hashed);
  expect(hashed.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  });
  expectEverywhere(await get('/dist/nope.js'));
  expectEverywhere(await get('/robots.txt'));
});

test.each([
  ['/signin', 'self'],
  ['/account', 'self'],
  ['/', 'self'],
  ['/secret/x', ''],
  ['/docs', ''],
  ['/api/v2/status', ''],
])('passkeys on %s are allowed for (%s)', async (path, allowed) => {
  for (const answer of [await get(path), await get(path, { cookie })]) {
    const policy = String(answer.headers['permissions-policy']);
    expect(policy).toContain(`publickey-credentials-create=(${allowed})`);
    expect(policy).toContain(`publickey-credentials-get=(${allowed})`);
  }
});

test('a custom host has no passkeys', async () => {
  const { headers } = await get('/', { host: customHost });
  expect(headers['permissions-policy']).toContain('publickey-credentials-get=()');
});
