import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { type Answer, ask, URLENCODED } from '../../support/http.ts';
import { expectBadJson, expectFailure } from '../support/expectations.ts';
import { CONCEAL, conceal, look, unknownKey } from '../support/secrets.ts';
import { systemOfThisFile } from '../support/system.ts';

const system = systemOfThisFile();
const badEncoding = { status: 400, code: 'bad_encoding', message: 'The request could not be decoded' };
const badType = { status: 415, code: 'bad_type', message: 'Unsupported content type' };
const tooLarge = { status: 413, code: 'too_large', message: 'Request body too large' };
const MEBIBYTE = 1024 * 1024;

const rows = [CONCEAL, `/api/v2/secret/${unknownKey}`, `/api/v2/private/${unknownKey}/burn`, '/api/v2/validate-shrimp'];

function send(path: string, type: string | undefined, body: string | Buffer): Promise<Answer> {
  return ask(system.url, path, { body, headers: type === undefined ? {} : { 'content-type': type } });
}

test.each(rows)('%s refuses broken percent-encoding and UTF-8', async (path) => {
  for (const body of ['secret=%', 'secret=%zz', 'secret=%ff', 'a%C0%AF=b']) {
    expectFailure(await send(path, URLENCODED, body), badEncoding);
  }
  const latin = Buffer.from([...Buffer.from('secret='), 0xe9]);
  expectFailure(await send(path, URLENCODED, latin), badEncoding);
  expectFailure(await send(path, 'application/json', Buffer.from([0x7b, 0xff, 0x7d])), badEncoding);
  expectFailure(await send(path, 'application/json', '{"secret":"\\udc00"}'), badEncoding);
  expectFailure(await ask(system.url, `${path}?a=%E9`, { method: 'POST' }), badEncoding);
});

test('broken percent-encoding in a path or query is refused on GET too', async () => {
  for (const path of ['/api/v2/secret/%ff', '/api/v2/private/%', '/api/v2/status?locale=%zz']) {
    const answer = await ask(system.url, path);
    expect([answer.status, answer.json.code]).toEqual([400, 'bad_encoding']);
  }
});

test.each(rows)('%s refuses JSON that is not an object', async (path) => {
  for (const body of ['{', '[]', '"text"', 'null', '1', 'secret=a', '{"secret":"a"']) {
    expectBadJson(await send(path, 'application/json', body));
  }
});

test('JSON sent as a form is a form without a secret', async () => {
  const answer = await send(CONCEAL, URLENCODED, '{"secret":"a"}');
  expect([answer.status, answer.json.code]).toEqual([400, 'empty_secret']);
});

test.each(rows)('%s refuses other content types', async (path) => {
  for (const type of ['text/plain', 'application/octet-stream', 'application/xml', 'nonsense']) {
    expectFailure(await send(path, type, 'secret=a'), badType);
  }
});

test('a body without a type is a form', async () => {
  const answer = await send(CONCEAL, undefined, 'secret=tea+at+5&ttl=300');
  expect([answer.status, answer.json.record.secret.secret_ttl]).toEqual([200, 300]);
  for (const path of rows) expectFailure(await send(path, undefined, 'secret=%zz'), badEncoding);
});

test('files are refused', async () => {
  const part = 'Content-Disposition: form-data; name="secret"; filename="a.txt"';
  const body = `--x\r\n${part}\r\nContent-Type: text/plain\r\n\r\nhello\r\n--x--\r\n`;
  expectFailure(await send(CONCEAL, 'multipart/form-data; boundary=x', body), badType);
});

test.each([
  ...rows.map((path) => [path, path === CONCEAL ? 2 * MEBIBYTE : 64 * 1024] as const),
  ['/api/v2/incoming', 2 * MEBIBYTE] as const,
])('%s refuses bodies over %d bytes, announced or not', async (path, most) => {
  const body = `secret=${'x'.repeat(most - 6)}`;
  expectFailure(await send(path, URLENCODED, body), tooLarge);
  const headers = { 'content-type': URLENCODED, 'transfer-encoding': 'chunked' };
  expectFailure(await ask(system.url, path, { body, headers }), tooLarge);
  expect((await send(path, URLENCODED, body.slice(1))).status).not.toBe(413);
});

test.each(rows)('%s: whoever is still sending too much gets the answer, and can send the rest', async (path) => {
  const { hostname, port, host } = new URL(system.url);
  const piece = 'x'.repeat(64 * 1024);
  for (const length of [`Content-Length: ${50 * piece.length}`, 'Transfer-Encoding: chunked']) {
    const socket = connect(Number(port), hostname).setEncoding('utf8');
    const failures: Error[] = [];
    socket.on('error', (error) => failures.push(error));
    const answered = once(socket, 'data');
    const send = length.startsWith('T') ? `${piece.length.toString(16)}\r\n${piece}\r\n` : piece;
    socket.write(`POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: ${URLENCODED}\r\n${length}\r\n\r\n`);
    for (let sent = 0; sent < 40; sent += 1) await written(socket, send);
    const [answer] = await answered;
    for (let sent = 0; sent < 5; sent += 1) await written(socket, send);
    socket.destroy();
    expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /);
    expect(failures).toEqual([]);
  }
});

/** Resolves when the system has taken it, or cannot. */
const written = (socket: Socket, text: string) => new Promise<void>((done) => socket.write(text, () => done()));

test('a body just below the limit is read in full', async () => {
  const answer = await send(CONCEAL, URLENCODED, `secret=${'x'.repeat(2 * MEBIBYTE - 7)}`);
  expect(answer.json.record.secret).toMatchObject({ is_truncated: true, original_size: 2 * MEBIBYTE - 7 });
});

test('a form of more than a hundred fields, or nested too deeply, is refused', async () => {
  const badPayload = { status: 400, code: 'bad_payload', message: 'Incorrect payload format' };
  expectFailure(await send(CONCEAL, URLENCODED, 'secret=a&'.repeat(101)), badPayload);
  expectFailure(await send(CONCEAL, 'application/json', `{"secret":"a"${',"b":1'.repeat(100)}}`), badPayload);
  const nested = `{"secret":"a","b":${'['.repeat(100)}${']'.repeat(100)}}`;
  expectFailure(await send(CONCEAL, 'application/json', nested), badPayload);
});

test('none of that was stored, and nothing was opened', async () => {
  const before = await system.tables.pendingContent();
  const { secretKey } = await conceal(system.url);
  await send(`/api/v2/secret/${secretKey}`, 'text/plain', 'continue=true');
  await send(`/api/v2/secret/${secretKey}`, URLENCODED, 'continue=true&passphrase=%ff');
  await send(`/api/v2/secret/${secretKey}`, 'application/json', '{"continue":true');
  await halfSent(`POST /api/v2/secret/${secretKey} HTTP/1.1`, 100, 'continue=true');
  await send(CONCEAL, 'text/plain', 'secret=a');
  expect((await look(system.url, secretKey)).status).toBe(200);
  expect((await system.tables.pendingContent()).content).toBe(before.content + 1);
});

/** Announces more than it sends, then hangs up. */
async function halfSent(requestLine: string, announced: number, body: string): Promise<void> {
  const { hostname, port, host } = new URL(system.url);
  const socket = connect(Number(port), hostname);
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.on('close', resolve).on('error', resolve);
  socket.write(
    `${requestLine}\r\nHost: ${host}\r\nContent-Type: ${URLENCODED}\r\nContent-Length: ${announced}\r\n\r\n${body}`,
  );
  setTimeout(() => socket.destroy(), 200);
  await promise;
}

test('a request whose body never ends does not hold up others, and a client that hangs up is not a fault', async () => {
  await Promise.all(Array.from({ length: 20 }, () => halfSent(`POST ${CONCEAL} HTTP/1.1`, 5000, 'secret=half')));
  expect((await conceal(system.url)).secretKey).toHaveLength(31);
});

/** Writes raw bytes and returns everything that comes back. */
async function raw(text: string): Promise<string> {
  const { hostname, port } = new URL(system.url);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  const { promise, resolve } = Promise.withResolvers<string>();
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
  socket.on('error', () => resolve(Buffer.concat(chunks).toString()));
  socket.write(text);
  return await promise;
}

test.each([
  ['no HTTP at all', 'hello\r\n\r\n'],
  [
    'two lengths',
    'POST /api/v2/secret/conceal HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
  ],
  [
    'a length and chunks',
    'POST /api/v2/secret/conceal HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['no host', 'GET /api/v2/status HTTP/1.1\r\n\r\n'],
])('broken HTTP is refused: %s', async (_name, text) => {
  const answer = await raw(text);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
});

test('headers beyond 16 KB are refused, with the headers of every answer', async () => {
  const answer = await raw(`GET /api/v2/status HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(17_000)}\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  expect(answer).toContain('X-Content-Type-Options: nosniff');
  expect(answer).not.toContain('xxxx');
});

test('headers that arrive too slowly are abandoned after ten seconds', { timeout: 25_000 }, async () => {
  const startedAt = performance.now();
  const answer = await raw('GET /api/v2/status HTTP/1.1\r\nHost: x\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(performance.now() - startedAt).toBeGreaterThan(9000);
});
