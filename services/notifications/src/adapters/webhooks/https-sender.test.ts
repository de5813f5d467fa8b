import type { RequestListener, ServerResponse } from 'node:http';
import { createServer as createTcp } from 'node:net';
import { closedAddresses, malformedAddresses } from '@onceover/testing/addresses';
import { eventually } from '@onceover/testing/eventually';
import { testCertificate } from '@onceover/testing/test-certificate';
import { describe, expect, test, vi } from 'vitest';
import type { AllowedHosts } from '../../domain/webhook/address.ts';
import { listenAt, startReceiver } from '../../test-support/receiver.ts';
import { parseAllowedHosts } from './allowed-hosts.ts';
import { createHttpsSender, type HttpsSenderOptions } from './https-sender.ts';

const host = 'hooks.acme.example';
const day = 86_400_000;
const body = '{"tea":"Grüner 🫖"}';
const headers = { 'webhook-id': 'e1', 'content-type': 'application/cloudevents+json' };

type Receiver = Awaited<ReturnType<typeof startReceiver>>;

function allow(hosts: string): AllowedHosts {
  const allowed = parseAllowedHosts(hosts);
  if (allowed === null) throw new Error('no hosts');
  return allowed;
}

/** A sender for whom loopback is as good as public, and who trusts this receiver. */
const senderTo = (receiver: Pick<Receiver, 'certificate'>, options: HttpsSenderOptions = {}) =>
  createHttpsSender({
    allowed: allow('127.0.0.1,::1'),
    lookUp: async () => ['127.0.0.1'],
    ...(receiver.certificate === null ? {} : { authorities: receiver.certificate.cert }),
    ...options,
  });

const answering =
  (status: number, answerHeaders: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(status, answerHeaders).end('an answer that nobody reads');
  };

/** Sends to a receiver that answers like this. */
async function sendTo(answer: RequestListener, options: HttpsSenderOptions = {}) {
  await using receiver = await startReceiver(answer);
  const sent = await senderTo(receiver, options).send({ url: receiver.url, headers, body });
  return { sent, received: receiver.received };
}

const arrived = { status: 200, problem: null, retryAfterSeconds: null, durationMs: expect.any(Number) };
const failed = (problem: string, status: number | null = null) => ({ ...arrived, status, problem });

describe('a message', () => {
  test('arrives as it was given, and nothing of ours besides', async () => {
    await using receiver = await startReceiver(answering(200));
    expect(await senderTo(receiver).send({ url: receiver.url, headers, body })).toEqual(arrived);
    const length = String(Buffer.byteLength(body));
    const own = { host: `${host}:${receiver.port}`, 'content-length': length, connection: 'close' };
    expect(receiver.received).toEqual([{ method: 'POST', url: '/in?token=t', headers: { ...headers, ...own }, body }]);
  });

  test.each([200, 201, 202, 204, 299])('answered %i has arrived', async (status) => {
    expect((await sendTo(answering(status))).sent).toEqual({ ...arrived, status });
  });

  test.each([300, 304, 400, 401, 404, 410, 500, 503, 599])('answered %i has not', async (status) => {
    expect((await sendTo(answering(status))).sent).toEqual(failed('status', status));
  });

  test.each([301, 302, 303, 307, 308])('answered %i follows nobody anywhere', async (status) => {
    await using target = await startReceiver(answering(200));
    const { sent } = await sendTo(answering(status, { location: target.url }));
    expect(sent).toEqual(failed('redirect', status));
    expect(target.connections()).toBe(0);
  });

  test('brings back when the receiver wants it again', async () => {
    expect((await sendTo(answering(503, { 'retry-after': '120' }))).sent.retryAfterSeconds).toBe(120);
    const at = new Date(Date.now() + 600_000).toUTCString();
    const { retryAfterSeconds } = (await sendTo(answering(429, { 'retry-after': at }))).sent;
    expect(retryAfterSeconds).toBeGreaterThan(590);
    expect(retryAfterSeconds).toBeLessThanOrEqual(600);
  });

  test('leaves no cookie and no connection for the next', async () => {
    await using receiver = await startReceiver(answering(200, { 'set-cookie': 'tea=green', connection: 'keep-alive' }));
    const sender = senderTo(receiver);
    for (let count = 0; count < 3; count += 1) await sender.send({ url: receiver.url, headers, body });
    expect(receiver.connections()).toBe(3);
    expect(receiver.received.map(({ headers: each }) => each.cookie)).toEqual([undefined, undefined, undefined]);
    await eventually(() => expect(receiver.open()).toBe(0));
  });
});

describe('an answer', () => {
  /** Writes without end, as fast as it is read. */
  const pour = (response: ServerResponse, part: Buffer) => {
    let written = 0;
    const more = () => {
      while (!response.destroyed && response.write(part)) written += part.length;
    };
    response.on('drain', more);
    more();
    return () => written;
  };

  test('without end is read for 16 KB, and has come then', async () => {
    let written = () => 0;
    await using receiver = await startReceiver((_request, response) => {
      response.writeHead(200);
      written = pour(response, Buffer.alloc(4096, 'a'));
    });
    expect(await senderTo(receiver).send({ url: receiver.url, headers, body })).toEqual(arrived);
    await eventually(() => expect(receiver.open()).toBe(0));
    expect(written()).toBeLessThan(32 * 1024 * 1024);
  });

  test('that never begins is waited for in vain', async () => {
    const { sent } = await sendTo(() => undefined, { timeoutMs: 200 });
    expect(sent).toEqual(failed('timeout'));
    expect(sent.durationMs).toBeGreaterThanOrEqual(190);
    expect(sent.durationMs).toBeLessThan(2_000);
  });

  test('that drips for ever has not come, whatever its status', async () => {
    const drip: RequestListener = (_request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('a'), 20);
      response.once('close', () => clearInterval(timer));
    };
    expect((await sendTo(drip, { timeoutMs: 200 })).sent).toEqual(failed('timeout', 200));
  });

  test('that breaks off has not come', async () => {
    const broken: RequestListener = (_request, response) => {
      response.writeHead(200, { 'content-length': '10' }).write('a', () => response.socket?.destroy());
    };
    expect((await sendTo(broken)).sent).toEqual(failed('unreachable', 200));
  });

  test('of a failure is not waited for, and its connection does not stay', async () => {
    await using receiver = await startReceiver((_request, response) => void response.writeHead(500).write('a'));
    expect(await senderTo(receiver).send({ url: receiver.url, headers, body })).toEqual(failed('status', 500));
    await eventually(() => expect(receiver.open()).toBe(0));
  });

  test.each([
    [
      'headers that drip',
      'timeout',
      (response: ServerResponse) => {
        const timer = setInterval(() => response.socket?.write('HTTP/1.1 102 Processing\r\n\r\n'), 20);
        response.socket?.once('close', () => clearInterval(timer));
      },
    ],
    [
      'headers without end',
      'unreachable',
      (response: ServerResponse) => {
        response.socket?.write(`HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(20_000)}`);
      },
    ],
    [
      'more news than any receiver has before it answers',
      'unreachable',
      (response: ServerResponse) => {
        response.socket?.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(200));
      },
    ],
    ['no HTTP', 'unreachable', (response: ServerResponse) => response.socket?.end('SSH-2.0-OpenSSH_9.9\r\n')],
    ['nothing', 'unreachable', (response: ServerResponse) => response.socket?.end()],
    ['a reset', 'unreachable', (response: ServerResponse) => response.socket?.destroy()],
  ] as const)('of %s is a failure: %s', async (_what, problem, answer) => {
    const { sent } = await sendTo((_request, response) => void answer(response), { timeoutMs: 400 });
    expect(sent).toEqual(failed(problem));
  });

  test('that wants another protocol is a failure', async () => {
    const answer: RequestListener = (_request, response) =>
      response.socket?.end('HTTP/1.1 101 Switching Protocols\r\nupgrade: tea\r\nconnection: upgrade\r\n\r\n');
    expect((await sendTo(answer)).sent).toEqual(failed('status', 101));
  });
});

describe('a certificate', () => {
  test.each([
    ['for another name', testCertificate('other.acme.example')],
    ['that has expired', testCertificate(host, { from: new Date(Date.now() - 10 * day) })],
    ['of tomorrow', testCertificate(host, { from: new Date(Date.now() + 10 * day) })],
  ])('%s keeps the message back', async (_what, certificate) => {
    await using receiver = await startReceiver(answering(200), { certificate });
    expect(await senderTo(receiver).send({ url: receiver.url, headers, body })).toEqual(failed('certificate'));
    expect(receiver.received).toEqual([]);
  });

  test('that nobody vouches for keeps it back', async () => {
    await using receiver = await startReceiver(answering(200));
    const sent = await senderTo({ certificate: null }).send({ url: receiver.url, headers, body });
    expect(sent).toEqual(failed('certificate'));
    expect(receiver.received).toEqual([]);
  });

  test('for an address, without a name, is good for that address', async () => {
    await using receiver = await startReceiver(answering(200), { host: '127.0.0.1' });
    expect(await senderTo(receiver).send({ url: receiver.url, headers, body })).toEqual(arrived);
  });
});

describe('a receiver that is not there', () => {
  test('refuses, speaks no TLS, or says nothing in time', async () => {
    await using plain = await listenAt(createTcp((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
    await using silent = await listenAt(createTcp((socket) => socket.resume()));
    const { port: freed, ...gone } = await listenAt(createTcp());
    await gone[Symbol.asyncDispose]();
    const send = (port: number) =>
      senderTo({ certificate: null }, { timeoutMs: 200 }).send({ url: `https://${host}:${port}/`, headers, body });
    expect(await send(freed)).toEqual(failed('unreachable'));
    expect(await send(plain.port)).toEqual(failed('unreachable'));
    expect(await send(silent.port)).toEqual(failed('timeout'));
    await eventually(() => expect(silent.open()).toBe(0));
  });

  test('has no address, or nobody can say in time', async () => {
    const send = (lookUp: NonNullable<HttpsSenderOptions['lookUp']>) =>
      createHttpsSender({ lookUp, timeoutMs: 100 }).send({ url: `https://${host}/`, headers, body });
    expect(await send(async () => [])).toEqual(failed('unknown-host'));
    expect(await send(() => Promise.reject(new Error('no DNS')))).toEqual(failed('unreachable'));
    expect(await send(() => new Promise(() => undefined))).toEqual(failed('timeout'));
  });

  test('answers at another of its addresses', async () => {
    await using receiver = await startReceiver(answering(200));
    const sender = senderTo(receiver, { lookUp: async () => ['::1', '127.0.0.1'] });
    expect(await sender.send({ url: receiver.url, headers, body })).toEqual(arrived);
  });

  test('has more addresses than anybody needs: whoever owns a name has us knock at few of them', async () => {
    await using receiver = await startReceiver(answering(200), { at: '127.0.0.200' });
    const named = Array.from({ length: 250 }, (_, number) => `127.0.0.${number + 1}`);
    const sender = senderTo(receiver, { allowed: allow('127.0.0.0/8'), lookUp: async () => named });
    expect(await sender.send({ url: receiver.url, headers, body })).toEqual(failed('unreachable'));
    expect(receiver.connections()).toBe(0);
  });

  test('answers by IPv6', async () => {
    await using receiver = await startReceiver(answering(200), { at: '::1' });
    const sender = senderTo(receiver, { lookUp: async () => ['::1'] });
    expect(await sender.send({ url: receiver.url, headers, body })).toEqual(arrived);
  });
});

describe('nothing is sent to a machine on our side', () => {
  test.each([...new Set([...closedAddresses, ...malformedAddresses])])('whose name leads to %j', async (address) => {
    const sender = createHttpsSender({ lookUp: async () => [address] });
    expect(await sender.send({ url: `https://${host}/`, headers, body })).toEqual(failed('private-address'));
  });

  test('even when another of its addresses is public', async () => {
    await using receiver = await startReceiver(answering(200));
    for (const addresses of [
      ['127.0.0.1', '8.8.8.8'],
      ['8.8.8.8', '127.0.0.1'],
      [...Array.from({ length: 250 }, (_, number) => `8.8.8.${number + 1}`), '127.0.0.1'],
      ['2606:4700::1', '::1'],
    ]) {
      const sender = senderTo(receiver, { allowed: allow(''), lookUp: async () => addresses });
      expect(await sender.send({ url: receiver.url, headers, body })).toEqual(failed('private-address'));
    }
    expect(receiver.connections()).toBe(0);
  });

  test('by a name that leads elsewhere the second time: it is looked up once', async () => {
    await using checked = await startReceiver(answering(200));
    await using inner = await startReceiver(answering(200), { at: '::1' });
    const answers = [['127.0.0.1'], ['::1'], ['::1']];
    const lookUp = vi.fn(async () => answers.shift() ?? ['::1']);
    const sender = senderTo(checked, { allowed: allow('127.0.0.1'), lookUp });
    expect(await sender.send({ url: checked.url, headers, body })).toEqual(arrived);
    expect(lookUp).toHaveBeenCalledOnce();
    expect(await sender.send({ url: checked.url, headers, body })).toEqual(failed('private-address'));
    expect([checked.received.length, inner.connections()]).toEqual([1, 0]);
  });

  test.each([
    ...['https://127.0.0.1', 'https://2130706433', 'https://0x7f.1', 'https://[::1]', 'https://[::ffff:7f00:1]'],
    ...['https://localhost', 'https://postgres', 'https://db.internal', 'http://hooks.acme.example'],
    ...['https://me:pass@hooks.acme.example', 'ftp://hooks.acme.example', 'nonsense'],
  ])('by an address that nobody could have noted, such as %s', async (start) => {
    await using receiver = await startReceiver(answering(200));
    const lookUp = vi.fn(async () => ['127.0.0.1']);
    const sent = await createHttpsSender({ lookUp }).send({ url: `${start}:${receiver.port}/`, headers, body });
    expect(sent).toEqual(failed('private-address'));
    expect([receiver.connections(), lookUp.mock.calls.length]).toEqual([0, 0]);
  });
});

describe('what the operator allows', () => {
  test('by its name is reached wherever that leads', async () => {
    await using receiver = await startReceiver(answering(200), { host: 'localhost' });
    const { cert: authorities } = receiver.certificate ?? { cert: '' };
    const sender = createHttpsSender({ authorities, allowed: allow('localhost') });
    expect(await sender.send({ url: receiver.url, headers, body })).toEqual(arrived);
  });

  test('is reached without TLS if that is allowed, too', async () => {
    await using receiver = await startReceiver(answering(200), { host: '127.0.0.1', certificate: null });
    const send = (hosts: string) =>
      createHttpsSender({ allowed: allow(hosts) }).send({ url: receiver.url, headers, body });
    expect(await send('127.0.0.0/8')).toEqual(failed('private-address'));
    expect(receiver.connections()).toBe(0);
    expect(await send('http://127.0.0.0/8')).toEqual(arrived);
    expect(receiver.received[0]).toMatchObject({ headers: { host: `127.0.0.1:${receiver.port}` }, body });
  });
});

test('what is on its way when the process has to stop is interrupted', async () => {
  const stopping = new AbortController();
  const { sent } = await sendTo(() => stopping.abort(), { stopping: stopping.signal });
  expect(sent).toEqual(failed('interrupted'));
});
