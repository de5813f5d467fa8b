import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { OnceoverClient } from './onceover-client.ts';
import { OnceoverError } from './onceover-error.ts';
import { json, lostAnswer, type SeenRequest, scriptedServer } from './test-support/scripted-server.ts';

const KEY = 'p3s8g1y6e4u9a2l7i0o5x3w8q6d1z4k';
const PRIVATE = 'k7d2m9x4q1w8z3v6b0n5r2t8j4h1f6c';
const SECRET = 'canary-plum-4711';
const PASSPHRASE = 'canary-passphrase';
const credentials = { custid: 'nina@example.com', token: 'canary-token-0815' };

const metadata = { key: PRIVATE, state: 'new', secret_shortkey: 'w9x8y7z6', secret_ttl: 1800, created: 1_900_000_000 };
const concealed = { success: true, record: { metadata, secret: { key: KEY } }, details: { kind: 'share' } };
const revealed = { success: true, record: { key: KEY, secret_value: SECRET }, details: {} };
const acknowledged = { success: true, shrimp: 'x', custid: 'anon' };
const unavailable = () => json({ message: "We'll be back shortly!", code: 'unavailable' }, 503, { 'retry-after': '0' });

function clientOf(server: ReturnType<typeof scriptedServer>, more: object = {}): OnceoverClient {
  return new OnceoverClient({ url: 'https://once.example/', fetch: server.fetch, random: () => 0, ...more });
}

async function errorOf(promise: Promise<unknown>): Promise<OnceoverError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof OnceoverError)) throw new Error('it did not fail as it should', { cause: error });
  return error;
}

test('a secret is concealed with what was wished, credentials and a fresh key', async () => {
  const server = scriptedServer(json(concealed), json(concealed));
  const client = clientOf(server, { credentials });
  const { record } = await client.conceal(SECRET, { ttl: 60, recipient: ['tom@example.com'] });
  await client.conceal(SECRET);
  expect(record.secret.key).toBe(KEY);
  const [first, second] = server.seen;
  expect(first?.path).toBe('/api/v2/secret/conceal');
  expect(first?.fields).toEqual({ kind: 'share', secret: SECRET, ttl: 60, recipient: ['tom@example.com'] });
  expect(first?.headers.get('authorization')).toBe(`Basic ${btoa('nina@example.com:canary-token-0815')}`);
  expect(first?.headers.get('idempotency-key')).toMatch(/^[\w-]{43}$/);
  expect(second?.headers.get('idempotency-key')).not.toBe(first?.headers.get('idempotency-key'));
});

test('a refusal for now is repeated with the same key', async () => {
  const server = scriptedServer(unavailable(), json(concealed));
  await clientOf(server).conceal(SECRET);
  const keys = server.seen.map(({ headers }) => headers.get('idempotency-key'));
  expect(keys).toEqual([keys[0], keys[0]]);
});

test('a lost answer to conceal is fetched again from a server that replays', async () => {
  const server = scriptedServer(lostAnswer(), json(acknowledged), json(concealed));
  await clientOf(server).conceal(SECRET);
  expect(server.seen[1]?.path).toMatch(/^\/api\/v2\/secret\/0+\/acknowledge$/);
  expect(server.seen[2]?.headers.get('idempotency-key')).toBe(server.seen[0]?.headers.get('idempotency-key'));
});

test('a server that does not replay is not asked to conceal twice', async () => {
  const server = scriptedServer(lostAnswer(), json({ message: 'Not Found' }, 404));
  const error = await errorOf(clientOf(server).conceal(SECRET));
  expect(error).toMatchObject({ code: 'network', attempts: 1 });
  expect(server.seen).toHaveLength(2);
});

test('a lost answer to reveal is fetched again with the same key, three times at most', async () => {
  const found = scriptedServer(lostAnswer(), json(revealed));
  expect((await clientOf(found).reveal(KEY)).record.secret_value).toBe(SECRET);
  expect(found.seen[1]?.headers.get('idempotency-key')).toBe(found.seen[0]?.headers.get('idempotency-key'));
  const gone = scriptedServer(...Array.from({ length: 9 }, lostAnswer));
  expect(await errorOf(clientOf(gone, { retries: 8 }).reveal(KEY))).toMatchObject({
    code: 'outcome_unknown',
    attempts: 4,
  });
});

test('a secret that is gone after an answer was lost may have been opened by that', async () => {
  const server = scriptedServer(lostAnswer(), json({ message: 'Unknown secret', code: 'unknown_secret' }, 404));
  expect(await errorOf(clientOf(server).reveal(KEY))).toMatchObject({ code: 'outcome_unknown', status: 404 });
});

test('a wrong passphrase and a limit are answers, and not tried again', async () => {
  const wrong = scriptedServer(json({ message: 'Double check that passphrase', code: 'bad_passphrase' }, 400));
  expect((await errorOf(clientOf(wrong).reveal(KEY, { passphrase: 'x' }))).code).toBe('bad_passphrase');
  const limited = scriptedServer(json({ message: 'Cripes!', code: 'rate_limited' }, 400, { 'retry-after': '1' }));
  expect(await errorOf(clientOf(limited).reveal(KEY))).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 1 });
});

test('what can be asked at any time waits as long as the server says', async () => {
  const server = scriptedServer(
    json({ message: 'Cripes!', code: 'rate_limited' }, 400, { 'retry-after': '1' }),
    json(revealed),
  );
  const begun = performance.now();
  await clientOf(server).look(KEY);
  expect(performance.now() - begun).toBeGreaterThan(990);
});

test('a burn whose answer was lost is done, if the metadata says so', async () => {
  const refused = json({ message: 'Secret could not be burned.', code: 'not_burned' }, 400);
  const shown = { success: true, record: { ...metadata, state: 'burned', is_burned: true }, details: {} };
  const server = scriptedServer(lostAnswer(), refused, json(shown));
  expect((await clientOf(server).burn(PRIVATE)).record.state).toBe('burned');
});

test('a secret that ended otherwise is not taken for burned', async () => {
  const refused = json({ message: 'Secret could not be burned.', code: 'not_burned' }, 400);
  const server = scriptedServer(
    lostAnswer(),
    refused,
    json({ success: true, record: { ...metadata, state: 'received' } }),
  );
  expect((await errorOf(clientOf(server).burn(PRIVATE))).code).toBe('not_burned');
});

test('nothing of an error tells what was sent', async () => {
  const basicToken = btoa(`${credentials.custid}:${credentials.token}`);
  const said = ({ fields, path, headers }: SeenRequest) => JSON.stringify([fields, path, ...headers]);
  const echo = (request: SeenRequest) => json({ message: `${said(request)} ${credentials.token}`, code: 'x' }, 400);
  const page = (request: SeenRequest) => new Response(`<html>${said(request)} ${KEY}`, { status: 500 });
  const servers = [
    scriptedServer(echo, echo),
    scriptedServer(page, page),
    scriptedServer(
      ...Array.from({ length: 9 }, () => new TypeError('fetch failed', { cause: new Error(SECRET + KEY) })),
    ),
  ];
  for (const server of servers) {
    const client = clientOf(server, { credentials, retries: 0 });
    const errors = [
      await errorOf(client.conceal(SECRET, { passphrase: PASSPHRASE })),
      await errorOf(client.reveal(KEY, { passphrase: PASSPHRASE })),
    ];
    for (const error of errors) {
      const all = `${inspect(error, { depth: 9 })} ${JSON.stringify(error)} ${error.stack}`;
      for (const hidden of [SECRET, PASSPHRASE, KEY, credentials.token, basicToken]) expect(all).not.toContain(hidden);
    }
  }
});

test('nothing is sent where a redirect leads', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  using _ = { [Symbol.dispose]: () => void server.close() };
  const client = new OnceoverClient({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  expect(await errorOf(client.conceal(SECRET))).toMatchObject({ code: 'redirected', status: 307 });
  expect(asked).toEqual(['/api/v2/secret/conceal']);
});

test('an answer that does not come is given up', async () => {
  const never: typeof globalThis.fetch = (_url, init) =>
    new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('aborted'))));
  const client = new OnceoverClient({ url: 'https://once.example', fetch: never, timeoutMs: 20, retries: 0 });
  expect(await errorOf(client.status())).toMatchObject({ code: 'timeout', status: 0 });
});

test('whoever asked can stop it, also between two attempts', async () => {
  const abort = new AbortController();
  const server = scriptedServer(() => {
    setTimeout(() => abort.abort(), 5);
    return json({ message: 'later' }, 503, { 'retry-after': '20' });
  });
  expect((await errorOf(clientOf(server).look(KEY, { signal: abort.signal }))).code).toBe('aborted');
  expect((await errorOf(clientOf(server).look(KEY, { signal: AbortSignal.abort() }))).code).toBe('aborted');
});

test('a page in place of the API is said to be one', async () => {
  const server = scriptedServer(new Response('<html>Welcome</html>', { status: 200 }));
  expect(await errorOf(clientOf(server).status())).toMatchObject({ code: 'bad_answer' });
});

test.each(['once.example', 'ftp://once.example', ''])('"%s" is no address of a server', (url) => {
  expect(() => new OnceoverClient({ url })).toThrow(expect.objectContaining({ code: 'bad_input' }));
});

test('a key cannot lead to another path', async () => {
  expect((await errorOf(clientOf(scriptedServer()).look('../account'))).code).toBe('bad_link');
});
