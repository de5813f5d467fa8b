import { type AddressInfo, connect } from 'node:net';
import { noTelemetry } from '@onceover/service-kit/telemetry';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask } from '../test-support/ask.ts';
import { createApp, queryOf } from './app.ts';
import { serveDirectly } from './direct-requests.ts';
import { findDirectRoute } from './direct-routes.ts';
import type { GatewayReply, GatewayRequest } from './gateway-request.ts';

const routes = [
  { method: 'GET', url: '/api/v2/secret/:key' },
  { method: 'POST', url: '/api/v2/secret/:key' },
  { method: 'POST', url: '/api/v2/secret/conceal' },
  { method: 'POST', url: '/api/v2/private/:key/burn' },
  { method: 'GET', url: '/api/v2/status' },
];
const failures: string[] = [];

/** Says who brought the request, and what it is to whoever answers it. */
function echo(request: GatewayRequest, reply: GatewayReply): void {
  const { method, url, host, ip, params, body, routeOptions, customHost, issuedCookies, corsHeaders, span } = request;
  const seen = {
    method,
    url: url.replace(/\/(?=\?|$)/, ''),
    host,
    ip,
    key: (params as { key?: string }).key ?? '',
    query: queryOf(request),
  };
  const rest = { body: String(body ?? ''), route: routeOptions.url, customHost, issuedCookies, corsHeaders, span };
  const isFramework = 'log' in request;
  reply.hijack();
  reply.raw.end(JSON.stringify({ isFramework, isTimed: request.startedAt > 0, seen: { ...seen, ...rest } }));
}

async function start(trustedProxies: readonly string[] = [], apiOrigins: readonly string[] = []) {
  const onError = (error: unknown, { url }: Pick<GatewayRequest, 'url'>, reply: GatewayReply) => {
    failures.push(`${url} ${(error as { statusCode?: number }).statusCode}`);
    reply.hijack();
    reply.raw.end(JSON.stringify({ isFramework: true }));
  };
  const app = createApp({
    trustedProxies,
    brokenRequestHeaders: [],
    onError,
    mayUpgrade: () => false,
    telemetry: noTelemetry,
  });
  app.decorateRequest('customHost', null);
  app.decorateRequest('corsHeaders', null);
  const rows = routes.map((route) => ({ ...route, handler: echo }));
  for (const row of rows) app.route({ ...row, method: row.method as 'GET' });
  serveDirectly(app, rows, { hosts: new Set(['once.example']), trustedProxies, apiOrigins, onError });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, port: (app.server.address() as AddressInfo).port };
}

let plain: Awaited<ReturnType<typeof start>>;
let proxied: Awaited<ReturnType<typeof start>>;
let open: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  plain = await start();
  proxied = await start(['127.0.0.1', '10.0.0.0/8']);
  open = await start([], ['https://app.example']);
});
afterAll(async () => {
  for (const { app } of [plain, proxied, open]) await app.close();
});

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const of = { host: 'once.example' };

test.each([
  ['GET', '/api/v2/secret/abc', {}, undefined],
  ['GET', '/api/v2/secret/abc?locale=he&x=%2F', {}, undefined],
  ['GET', '/api/v2/secret/conceal', {}, undefined],
  ['GET', '/api/v2/status', {}, undefined],
  ['GET', '/api/v2/status?', {}, undefined],
  ['POST', '/api/v2/secret/conceal', FORM, 'secret=tea'],
  ['POST', '/api/v2/secret/conceal', { 'content-type': 'application/json' }, '{"secret":"tea"}'],
  ['POST', '/api/v2/secret/conceal', FORM, 'x'.repeat(60_000)],
  ['POST', '/api/v2/secret/abc', {}, 'continue=true'],
  ['POST', '/api/v2/secret/abc', FORM, ''],
  ['POST', '/api/v2/private/abc/burn?a=b', FORM, 'continue=true'],
] as const)('is the same without the framework as with it: %s %s', async (method, path, headers, body) => {
  const given = { method, headers: { ...of, ...headers }, ...(body === undefined ? {} : { body }) };
  const direct = await ask(plain.port, path, given);
  const [before, query] = path.split('?');
  const framework = await ask(plain.port, `${before}/${query === undefined ? '' : `?${query}`}`, given);
  const [said, expected] = [direct, framework].map(({ text }) => JSON.parse(text));
  expect([said.isFramework, expected.isFramework, said.isTimed]).toEqual([false, true, true]);
  expect(said.seen).toEqual(expected.seen);
});

test.each([
  ['GET', '/api/v2/secret/a%62c', {}],
  ['GET', '/api/v2/secret/:key', {}],
  ['GET', '/api/v2/secret/abc#d', {}],
  ['GET', '/api/v2/secret/abc?a#d', {}],
  ['GET', '/api/v2/secret/abc/', {}],
  ['HEAD', '/api/v2/secret/abc', {}],
  ['GET', '/api/v2/secret/abc', { host: 'other.example' }],
  ['POST', '/api/v2/secret/conceal', { 'content-type': 'multipart/form-data; boundary=x' }],
  ['POST', '/api/v2/secret/conceal', { 'content-type': 'nonsense' }],
  ['POST', '/api/v2/secret/conceal', { 'transfer-encoding': 'chunked' }],
] as const)('what is not plain is the framework’s: %s %s %j', async (method, path, headers) => {
  const before = plain.app.nextRequestId();
  const answer = await ask(plain.port, path, { method, headers: { ...of, ...headers } });
  if (answer.text !== '') expect(JSON.parse(answer.text)).toMatchObject({ isFramework: true });
  // Whoever serves it takes one id, once.
  const [start, count = ''] = before.split('-');
  expect(plain.app.nextRequestId()).toBe(`${start}-${(Number.parseInt(count, 36) + 2).toString(36)}`);
});

test('a request that names two hosts is the framework’s, which has it refused', async () => {
  const text = await new Promise<unknown>((resolve) => {
    const socket = connect(plain.port, '127.0.0.1');
    socket.once('data', resolve);
    socket.write(
      'GET /api/v2/status HTTP/1.1\r\nHost: once.example\r\nHost: other.example\r\nConnection: close\r\n\r\n',
    );
  });
  expect(String(text)).toContain('"isFramework":true');
});

test('a page of another origin that may call the API is answered by the framework, which says so', async () => {
  const from = async (headers: Record<string, string>) =>
    JSON.parse((await ask(open.port, '/api/v2/status', { headers: { ...of, ...headers } })).text).isFramework;
  expect([await from({ origin: 'https://app.example' }), await from({})]).toEqual([true, false]);
});

test('a body that is too long for most rows is the framework’s, which refuses it', async () => {
  const answer = await ask(plain.port, '/api/v2/secret/conceal', {
    headers: { ...of, ...FORM },
    body: 'x'.repeat(70_000),
  });
  expect(JSON.parse(answer.text)).toEqual({ isFramework: true });
});

test('who goes away before the body is whole is told of as by the framework', async () => {
  for (const path of ['/api/v2/secret/conceal', '/api/v2/secret/conceal/']) {
    failures.length = 0;
    const socket = connect(plain.port, '127.0.0.1');
    socket.write(`POST ${path} HTTP/1.1\r\nHost: once.example\r\nContent-Length: 50\r\n\r\nsecret=`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.destroy();
    await expect.poll(() => failures).toEqual([`${path} 400`]);
  }
});

const address = fc.constantFrom('192.0.2.7', '10.1.2.3', '127.0.0.1', '2001:db8::1', 'nonsense', '');
const hostName = fc.constantFrom('once.example', 'other.example', 'ONCE.example', '');

test('behind proxies, whoever asks and for which host is what the framework finds', async () => {
  const lists = fc.record({
    'x-forwarded-for': fc.array(address, { maxLength: 4 }).map((each) => each.join(', ')),
    'x-forwarded-host': fc.array(hostName, { maxLength: 3 }).map((each) => each.join(', ')),
  });
  await fc.assert(
    fc.asyncProperty(lists, hostName, fc.boolean(), async (forwarded, host, isForwarded) => {
      const headers = { host, ...(isForwarded ? forwarded : {}) };
      const [said, expected] = await Promise.all(
        ['/api/v2/status', '/api/v2/status/'].map(async (path) =>
          JSON.parse((await ask(proxied.port, path, { headers })).text),
        ),
      );
      expect(said.seen).toEqual(expected.seen);
      expect(said.isFramework).toBe(expected.seen.host !== 'once.example');
    }),
    { numRuns: 60 },
  );
});

test('finds what a list of routes has, and the key', () => {
  const find = findDirectRoute(routes.map((route) => ({ ...route, handler: echo })));
  const found = (method: string, url: string) => {
    const { route, key, query } = find(method, url) ?? {};
    return route === undefined ? undefined : [route.url, key, query];
  };
  expect(found('POST', '/api/v2/secret/conceal')).toEqual(['/api/v2/secret/conceal', '', '']);
  expect(found('POST', '/api/v2/secret/x')).toEqual(['/api/v2/secret/:key', 'x', '']);
  expect(found('POST', '/api/v2/private/x/burn?y=1')).toEqual(['/api/v2/private/:key/burn', 'x', 'y=1']);
  for (const url of ['/', '', 'x', '//', '/api/v2/secret/', '/api/v2/private//burn', '/api/v2/private/x/burn/', '*'])
    expect(found('POST', url)).toBeUndefined();
});
