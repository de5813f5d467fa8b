import { once } from 'node:events';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { type TestCertificate, testCertificate } from '@onceover/testing/test-certificate';
import { expect, test } from 'vitest';
import { createCertificateProbe } from './certificate-probe.ts';

const host = 'once.acme.example';
const day = 86_400_000;
const anywhere = () => true;

/** A server on loopback that counts who connects. */
async function listening(server: Server) {
  const sockets: Socket[] = [];
  server.on('connection', (socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it listens nowhere');
  return {
    port: address.port,
    sockets,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}

/** What a server with a certificate was told: the names asked for, and the bytes sent when the handshake was over. */
async function tlsWith(certificate: TestCertificate) {
  const told = { names: [] as string[], bytes: 0 };
  const server = createTlsServer({
    ...certificate,
    SNICallback(name, done) {
      told.names.push(name);
      done(null);
    },
  });
  server.on('tlsClientError', () => undefined);
  server.on('secureConnection', (socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (data: Buffer) => {
      told.bytes += data.length;
    });
  });
  return Object.assign(await listening(server), { told });
}

test('a certificate for the host that an authority vouches for is valid, and nothing is sent over the connection', async () => {
  const certificate = testCertificate(host);
  await using server = await tlsWith(certificate);
  const probe = createCertificateProbe({ port: server.port, isAllowed: anywhere, authorities: certificate.cert });
  expect(await probe.check(host, ['127.0.0.1'])).toBe('valid');
  expect(server.sockets).toHaveLength(1);
  expect(server.told).toEqual({ names: [host], bytes: 0 });
});

test.each([
  ['expired', testCertificate(host, { from: new Date(Date.now() - 10 * day) })],
  ['expired', testCertificate(host, { from: new Date(Date.now() + 10 * day) })],
  ['wrong-name', testCertificate('other.acme.example')],
] as const)('a certificate can be %s', async (finding, certificate) => {
  await using server = await tlsWith(certificate);
  const probe = createCertificateProbe({ port: server.port, isAllowed: anywhere, authorities: certificate.cert });
  expect(await probe.check(host, ['127.0.0.1'])).toBe(finding);
});

test('a certificate that no authority vouches for is untrusted', async () => {
  await using server = await tlsWith(testCertificate(host));
  const probe = createCertificateProbe({ port: server.port, isAllowed: anywhere });
  expect(await probe.check(host, ['127.0.0.1'])).toBe('untrusted');
});

test('a host that refuses, speaks no TLS or says nothing in time is unreachable', async () => {
  await using plain = await listening(createTcpServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
  await using silent = await listening(createTcpServer());
  const check = (port: number) =>
    createCertificateProbe({ port, isAllowed: anywhere, timeoutMs: 200 }).check(host, ['127.0.0.1']);
  const { port: freed, ...gone } = await listening(createTcpServer());
  await gone[Symbol.asyncDispose]();
  expect(await check(freed)).toBe('unreachable');
  expect(await check(plain.port)).toBe('unreachable');
  const begun = performance.now();
  expect(await check(silent.port)).toBe('unreachable');
  expect(performance.now() - begun).toBeLessThan(2_000);
  expect(await createCertificateProbe({ port: freed }).check(host, [])).toBe('unreachable');
});

/** Writes as fast as somebody reads. */
function pour(socket: Socket, part: Buffer): void {
  const go = () => {
    while (!socket.destroyed && socket.write(part));
  };
  socket.on('drain', go);
  go();
}

test.each([
  ['noise', (socket: Socket) => pour(socket, Buffer.alloc(65_536, 0x55))],
  ['alerts', (socket: Socket) => pour(socket, Buffer.from('15030300020100'.repeat(9_000), 'hex'))],
  [
    'a handshake that never ends',
    (socket: Socket) => pour(socket, Buffer.from('16030340000bffffff'.padEnd(32_778, '0'), 'hex')),
  ],
  [
    'a handshake a byte at a time',
    (socket: Socket) => {
      const timer = setInterval(() => socket.write(Buffer.from([0x16])), 20);
      socket.once('close', () => clearInterval(timer));
    },
  ],
])('a host that sends %s is unreachable, and is let go of', async (_what, answer) => {
  await using server = await listening(createTcpServer((socket) => void socket.once('data', () => answer(socket))));
  const probe = createCertificateProbe({ port: server.port, isAllowed: anywhere, timeoutMs: 300 });
  expect(await probe.check(host, ['127.0.0.1'])).toBe('unreachable');
  await expect.poll(() => server.sockets.every(({ destroyed }) => destroyed)).toBe(true);
});

test('what a host sends after the handshake is not read', async () => {
  const certificate = testCertificate(host);
  let written = 0;
  const pouring = createTlsServer(certificate, (socket) => {
    socket.on('error', () => undefined);
    const part = Buffer.alloc(65_536);
    const go = () => {
      while (!socket.destroyed && socket.write(part)) written += part.length;
    };
    socket.on('drain', go);
    go();
  });
  await using server = await listening(pouring);
  const probe = createCertificateProbe({ port: server.port, isAllowed: anywhere, authorities: certificate.cert });
  expect(await probe.check(host, ['127.0.0.1'])).toBe('valid');
  await expect.poll(() => server.sockets.every(({ destroyed }) => destroyed)).toBe(true);
  expect(written).toBeLessThan(8 * 1024 * 1024);
});

test('a host with a private address is not connected to, even when another of its addresses is public', async () => {
  await using server = await tlsWith(testCertificate(host));
  const probe = createCertificateProbe({ port: server.port });
  for (const addresses of [['127.0.0.1'], ['::1'], ['::ffff:127.0.0.1'], ['10.0.0.1'], ['8.8.8.8', '127.0.0.1']]) {
    expect([addresses, await probe.check(host, addresses)]).toEqual([addresses, 'private-address']);
  }
  expect(server.sockets).toHaveLength(0);
});

test('the address that was checked is the one connected to: a name is never looked up again', async () => {
  await using server = await tlsWith(testCertificate(host));
  const probe = createCertificateProbe({ port: server.port, isAllowed: anywhere });
  expect(await probe.check(host, ['localhost'])).toBe('private-address');
  expect(server.sockets).toHaveLength(0);
});
