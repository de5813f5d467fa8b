import { createServer as createPlain, type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { startDnsServer } from '@onceover/testing/dns-server';
import { freePort } from '@onceover/testing/free-port';
import { expect, onTestFinished, test } from 'vitest';
import { examineSite } from './examine-site.ts';

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const unasked = { dnsServers: [], question: undefined };

test.each<[string, RequestListener, string]>([
  ['leads to https', (_asked, answer) => answer.writeHead(308, { Location: 'https://localhost/' }).end(), 'redirects'],
  ['leads elsewhere', (_asked, answer) => answer.writeHead(302, { Location: '/home' }).end(), 'plain'],
  ['answers', (_asked, answer) => answer.end('a page'), 'plain'],
  ['refuses', (_asked, answer) => answer.writeHead(403).end(), 'closed'],
])('what is not encrypted %s', async (_name, listener, http) => {
  const plainPort = await listening(createPlain(listener));
  const site = `localhost:${await freePort()}`;
  expect(await examineSite({ ...unasked, site, plainPort })).toMatchObject({ http });
});

test('where nothing listens, http is closed and https cannot be reached', async () => {
  const [port, plainPort] = [await freePort(), await freePort()];
  expect(await examineSite({ ...unasked, site: `127.0.0.1:${port}`, plainPort })).toEqual({
    site: `127.0.0.1:${port}`,
    addresses: ['127.0.0.1'],
    tls: { trouble: 'it cannot be reached (ECONNREFUSED)' },
    http: 'closed',
  });
});

test('a port that speaks no TLS, and one that says nothing, are each a sentence', async () => {
  const plain = await listening(createPlain((_asked, answer) => answer.end()));
  const found = await examineSite({ ...unasked, site: `localhost:${plain}` });
  expect(found.tls).toEqual({ trouble: 'it does not speak TLS here' });
  const silent = await listening(createServer((socket) => onTestFinished(() => void socket.destroy())));
  const { tls } = await examineSite({ ...unasked, site: `localhost:${silent}` });
  expect(tls).toEqual({ trouble: 'it cannot be reached (no answer in time)' });
});

test('a name is asked of the resolvers that are set', async () => {
  await using dns = await startDnsServer();
  dns.setAddresses('once.example', '127.0.0.1');
  const ask = (site: string) => examineSite({ ...unasked, site, dnsServers: [dns.address] });
  expect((await ask('once.example:1')).addresses).toEqual(['127.0.0.1']);
  expect(await ask('twice.example:1')).toEqual({ site: 'twice.example:1', addresses: [] });
});
