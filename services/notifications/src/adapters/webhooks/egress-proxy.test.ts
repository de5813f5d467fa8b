import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { OutageError } from '@onceover/service-kit/errors';
import { closedAddresses } from '@onceover/testing/addresses';
import { eventually } from '@onceover/testing/eventually';
import { expect, test, vi } from 'vitest';
import { listenAt, startReceiver } from '../../test-support/receiver.ts';
import { parseAllowedHosts } from './allowed-hosts.ts';
import { type EgressProxy, parseProxy } from './egress-proxy.ts';
import { createHttpsSender, type HttpsSenderOptions } from './https-sender.ts';

const body = '{}';
const headers = { 'webhook-id': 'e1' };
const arrived = { status: 200, problem: null, retryAfterSeconds: null, durationMs: expect.any(Number) };
const failed = (problem: string) => ({ ...arrived, status: null, problem });

/**
 * A proxy for whom every host is one on loopback; it answers anything but 200 by itself.
 *
 * @NOTE Node leaves a connection half open for whoever takes it over, so its end has to be heard.
 */
async function startProxy({ answer = '200 Connection established', at = '127.0.0.1' } = {}) {
  const asked: { readonly target: string | undefined; readonly login: string | undefined }[] = [];
  const server = createServer((_request, response) => response.writeHead(400).end());
  server.on('connect', (request, client: Socket) => {
    asked.push({ target: request.url, login: request.headers['proxy-authorization'] });
    if (!answer.startsWith('200')) return client.end(`HTTP/1.1 ${answer}\r\n\r\n`);
    const there = connect(Number(request.url?.split(':').at(-1)), at, () => client.write(`HTTP/1.1 ${answer}\r\n\r\n`));
    there.on('error', () => client.destroy());
    there.on('close', () => client.resume());
    client.on('close', () => there.destroy());
    client.on('end', () => client.destroy());
    there.pipe(client).pipe(there);
  });
  const open = await listenAt(server);
  return Object.assign(open, { asked, address: proxyAt(`127.0.0.1:${open.port}`) });
}

function proxyAt(host: string): EgressProxy {
  const proxy = parseProxy(`http://${host}`);
  if (proxy === null) throw new Error('no proxy');
  return proxy;
}

const never: NonNullable<HttpsSenderOptions['lookUp']> = () => Promise.reject(new Error('the proxy resolves'));

test('a message goes through the proxy, which resolves the name; what it says is between us and the receiver', async () => {
  await using proxy = await startProxy();
  await using receiver = await startReceiver((_request, response) => response.end());
  const { cert: authorities } = receiver.certificate ?? { cert: '' };
  const lookUp = vi.fn(never);
  const sender = createHttpsSender({ proxy: proxy.address, authorities, lookUp });
  expect(await sender.send({ url: receiver.url, headers, body })).toEqual(arrived);
  expect(proxy.asked).toEqual([{ target: `hooks.acme.example:${receiver.port}`, login: undefined }]);
  expect(receiver.received).toMatchObject([{ url: '/in?token=t', headers, body }]);
  expect(receiver.received[0]?.headers).not.toHaveProperty('proxy-authorization');
  expect(lookUp).not.toHaveBeenCalled();
  await eventually(() => expect([proxy.open(), receiver.open()]).toEqual([0, 0]));
});

test('a proxy that leads to somebody else is noticed by the certificate', async () => {
  await using proxy = await startProxy();
  await using other = await startReceiver((_request, response) => response.end(), { host: 'other.acme.example' });
  const { cert: authorities } = other.certificate ?? { cert: '' };
  const sender = createHttpsSender({ proxy: proxy.address, authorities });
  const url = `https://hooks.acme.example:${other.port}/`;
  expect(await sender.send({ url, headers, body })).toEqual(failed('certificate'));
  expect(other.received).toEqual([]);
});

test('the proxy is told who we are, if it asks', async () => {
  await using proxy = await startProxy();
  await using receiver = await startReceiver((_request, response) => response.end());
  const { cert: authorities } = receiver.certificate ?? { cert: '' };
  const sender = createHttpsSender({ proxy: proxyAt(`me:p%40ss@127.0.0.1:${proxy.port}`), authorities });
  expect(await sender.send({ url: receiver.url, headers, body })).toEqual(arrived);
  expect(proxy.asked[0]?.login).toBe(`Basic ${Buffer.from('me:p@ss').toString('base64')}`);
});

test('a host that is allowed without TLS is reached through the proxy, too', async () => {
  await using proxy = await startProxy();
  await using receiver = await startReceiver((_request, response) => response.end(), {
    host: 'siem',
    certificate: null,
  });
  const allowed = parseAllowedHosts('http://siem') ?? undefined;
  const sender = createHttpsSender({ proxy: proxy.address, ...(allowed && { allowed }) });
  expect(await sender.send({ url: receiver.url, headers, body })).toEqual(arrived);
  expect(proxy.asked).toMatchObject([{ target: `siem:${receiver.port}` }]);
});

test('the proxy is not asked for addresses and names on our side', async () => {
  await using proxy = await startProxy();
  const sender = createHttpsSender({ proxy: proxy.address });
  const hosts = closedAddresses.map((address) => (address.includes(':') ? `[${address}]` : address));
  for (const host of [...hosts, '2130706433', 'localhost', 'postgres', 'db.internal']) {
    expect([host, await sender.send({ url: `https://${host}/`, headers, body })]).toEqual([
      host,
      failed('private-address'),
    ]);
  }
  expect(proxy.connections()).toBe(0);
});

test.each(['403 Forbidden', '502 Bad Gateway', '503 Service Unavailable', '302 Found'])(
  'a proxy that answers %s does not reach the receiver',
  async (answer) => {
    await using proxy = await startProxy({ answer });
    const sender = createHttpsSender({ proxy: proxy.address });
    expect(await sender.send({ url: 'https://hooks.acme.example/', headers, body })).toEqual(failed('unreachable'));
    await eventually(() => expect(proxy.open()).toBe(0));
  },
);

test('a proxy that is away, or that does not know us, is an outage of ours, whose error quotes no password', async () => {
  await using proxy = await startProxy({ answer: '407 Proxy Authentication Required' });
  await using gone = await startProxy();
  await gone[Symbol.asyncDispose]();
  for (const { port } of [proxy, gone]) {
    const sender = createHttpsSender({ proxy: proxyAt(`me:plum-cake@127.0.0.1:${port}`) });
    const error = await sender.send({ url: 'https://hooks.acme.example/', headers, body }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(OutageError);
    expect(error.dependency).toBe('webhook-proxy');
    expect(JSON.stringify([error.message, String(error.cause), error.cause])).not.toContain('plum-cake');
  }
});

test('a proxy that says nothing is waited for as long as a receiver', async () => {
  const silent = createServer();
  silent.on('connect', (_request, client: Socket) => client.on('end', () => client.destroy()).resume());
  await using proxy = await listenAt(silent);
  const sender = createHttpsSender({ proxy: proxyAt(`127.0.0.1:${proxy.port}`), timeoutMs: 200 });
  expect(await sender.send({ url: 'https://hooks.acme.example/', headers, body })).toEqual(failed('timeout'));
  await eventually(() => expect(proxy.open()).toBe(0));
});

test.each([
  ['http://proxy.acme.example:3128', { host: 'proxy.acme.example', port: 3128, headers: {} }],
  ['http://proxy.acme.example/', { host: 'proxy.acme.example', port: 80, headers: {} }],
  ['http://[fd00::1]:3128', { host: 'fd00::1', port: 3128, headers: {} }],
  ['https://proxy.acme.example', null],
  ['socks5://proxy.acme.example', null],
  ['proxy.acme.example:3128', null],
  ['http://proxy.acme.example/path', null],
  ['http://proxy.acme.example/?a', null],
  ['http://me:%zz@proxy.acme.example', null],
  ['', null],
])('the address of a proxy: %j', (text, proxy) => expect(parseProxy(text)).toEqual(proxy));
