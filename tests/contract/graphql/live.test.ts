import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Browser } from '../../support/browser.ts';
import { ask, post } from '../../support/http.ts';
import { type LiveMessage, LiveSocket } from '../../support/live-socket.ts';
import { basic, PASSWORD } from '../../support/people.ts';
import { startSystem } from '../../support/start-system.ts';
import { conceal, reveal, unknownKey } from '../support/secrets.ts';
import { systemOfThisFile } from '../support/system.ts';

const system = systemOfThisFile();
const WATCH = 'subscription ($key: String!) { metadataChanged(key: $key) { state deliveryConfirmed isLocked } }';

/** A browser's socket: with its cookies, from a page of the site, with its form token. */
async function socketOf(browser: Browser): Promise<LiveSocket> {
  await browser.graph('{ plans { id } }'); // the form token comes with the first answer
  return await LiveSocket.connect(
    system.url,
    { origin: system.url, cookie: browser.cookie ?? '' },
    { shrimp: browser.shrimp },
  );
}

const stateOf = (id: string, state: string) => (message: LiveMessage) =>
  message.id === id && message.payload?.data?.metadataChanged?.state === state;

/** How long a socket takes to close, and its code; it must not take five seconds. */
async function closing(live: LiveSocket): Promise<number | 'open'> {
  return await Promise.race([live.closed, sleep(5_000).then(() => 'open' as const)]);
}

test('twenty sockets with four streams each are told of every opening, each exactly once', async () => {
  const sockets = await Promise.all(Array.from({ length: 20 }, () => LiveSocket.connect(system.url)));
  const watched = await Promise.all(
    sockets.flatMap((live) => Array.from({ length: 4 }, async () => ({ live, ...(await conceal(system.url)) }))),
  );
  for (const { live, metadataKey } of watched) live.subscribe(metadataKey, WATCH, { key: metadataKey });
  for (const { live, metadataKey } of watched) await live.until(stateOf(metadataKey, 'NEW'));
  await Promise.all(watched.map(({ secretKey }) => reveal(system.url, secretKey)));
  for (const { live, metadataKey } of watched) await live.until(stateOf(metadataKey, 'RECEIVED'));
  expect(sockets.map(({ messages }) => messages.length)).toEqual(sockets.map(() => 1 + 2 * 4));
  for (const live of sockets) live[Symbol.dispose]();
});

test('the watcher hears of a burn, of an arrival, and of nobody else`s secret', async () => {
  const [burned, opened] = [await conceal(system.url), await conceal(system.url)];
  using live = await LiveSocket.connect(system.url);
  for (const { metadataKey } of [burned, opened]) live.subscribe(metadataKey, WATCH, { key: metadataKey });
  for (const { metadataKey } of [burned, opened]) await live.until(stateOf(metadataKey, 'NEW'));
  await post(system.url, `/api/v2/private/${burned.metadataKey}/burn`, { continue: 'true' });
  await live.until(stateOf(burned.metadataKey, 'BURNED'));
  const claim = { 'idempotency-key': crypto.randomUUID() };
  await post(system.url, `/api/v2/secret/${opened.secretKey}`, { continue: 'true' }, claim);
  await live.until(stateOf(opened.metadataKey, 'RECEIVED'));
  await post(system.url, `/api/v2/secret/${opened.secretKey}/acknowledge`, {}, claim);
  const last = await live.until(({ payload }) => payload?.data?.metadataChanged?.deliveryConfirmed === true);
  expect(last.id).toBe(opened.metadataKey);
});

test('no frame carries the message, its link or its passphrase', async () => {
  const canary = `canary-${crypto.randomUUID()}`;
  const { secretKey, metadataKey } = await conceal(system.url, { secret: canary, passphrase: `${canary}-plum` });
  using live = await LiveSocket.connect(system.url);
  const all =
    'subscription ($key: String!) { metadataChanged(key: $key) { shortkey secretShortkey state recipients label } }';
  live.subscribe('all', all, { key: metadataKey });
  live.subscribe('link', 'subscription ($key: String!) { metadataChanged(key: $key) { secretKey } }', {
    key: metadataKey,
  });
  await live.until(stateOf('all', 'NEW'));
  await live.until(({ id, type }) => id === 'link' && type === 'error');
  await post(system.url, `/api/v2/secret/${secretKey}`, { continue: 'true', passphrase: `${canary}-plum` });
  await live.until(stateOf('all', 'RECEIVED'));
  const seen = JSON.stringify(live.messages);
  for (const hidden of [canary, secretKey, metadataKey]) expect(seen).not.toContain(hidden);
});

test('an unknown key gets null and the end of the stream, and a stranger`s handle is one', async () => {
  const nina = await system.people.customer();
  await nina.browser.post('/api/v2/secret/conceal', { secret: 'mine' });
  const { key } = (await nina.browser.get('/api/v2/private/recent')).json.records[0];
  using stranger = await LiveSocket.connect(system.url);
  using owner = await socketOf(nina.browser);
  for (const each of [unknownKey, key, '', 'x'.repeat(10_000)]) {
    stranger.subscribe(`s${each}`, WATCH, { key: each });
    const { payload } = await stranger.until(({ id, type }) => id === `s${each}` && type === 'next');
    expect(payload).toEqual({ data: { metadataChanged: null } });
    await stranger.until(({ id, type }) => id === `s${each}` && type === 'complete');
  }
  owner.subscribe('own', WATCH, { key });
  await owner.until(stateOf('own', 'NEW'));
});

const endings: [string, (person: Awaited<ReturnType<typeof system.people.customer>>) => Promise<unknown>][] = [
  ['signing out', ({ browser }) => browser.post('/api/v2/logout')],
  [
    'ending it from another browser',
    async (person) => (await system.people.signedIn(person)).graph('mutation { endOtherSessions { count } }'),
  ],
  [
    'changing the password',
    async (person) =>
      (await system.people.signedIn(person)).post('/api/v2/account/change-password', {
        currentp: PASSWORD,
        newp: 'a calmer harbour 7',
        newp2: 'a calmer harbour 7',
      }),
  ],
];

test.each(endings)('a socket closes within five seconds of %s, and nobody else`s does', async (_name, end) => {
  const [nina, other] = [await system.people.customer(), await system.people.customer()];
  using live = await socketOf(nina.browser);
  using others = await socketOf(other.browser);
  using visitor = await LiveSocket.connect(system.url);
  const { metadataKey } = await conceal(system.url);
  live.subscribe('1', WATCH, { key: metadataKey });
  await live.until(stateOf('1', 'NEW'));
  await end({ ...nina, browser: nina.browser.copy() });
  expect(await closing(live)).toBe(4403);
  for (const open of [others, visitor]) {
    open.send({ type: 'ping' });
    await open.until(({ type }) => type === 'pong');
  }
});

test('a socket of an API token closes when the token is revoked', async () => {
  const nina = await system.people.customer();
  const input = '{ name: "live", scopes: [GRAPHQL_ADHOC], expiresInDays: 1 }';
  const made = await nina.browser.graph(
    `mutation { createApiToken(input: ${input}) { ... on CreatedApiToken { token apiToken { id } } } }`,
  );
  const { token, apiToken } = made.json.data.createApiToken;
  using live = await LiveSocket.connect(system.url, { authorization: basic(nina.email, token) });
  const answer = await nina.browser.graph(
    `mutation { revokeApiToken(input: { id: "${apiToken.id}" }) { __typename } }`,
  );
  expect(answer.json.errors).toBeUndefined();
  expect(await closing(live)).toBe(4403);
});

test('opening a socket uses up no remember-me cookie', async () => {
  const nina = await system.people.customer();
  const browser = system.people.visitor();
  await browser.post('/api/v2/signin', { email: nina.email, password: nina.password, remember_me: 'true' });
  const remembered = /sess-rm=[^;]+/.exec(browser.cookie ?? '')?.[0] ?? '';
  expect(remembered).not.toBe('');
  for (let round = 0; round < 2; round += 1) {
    using live = await LiveSocket.connect(system.url, { origin: system.url, cookie: remembered });
    live.send({ type: 'ping' });
  }
  const answer = await ask(system.url, '/api/v2/authcheck', { headers: { cookie: remembered } });
  expect(answer.status).toBe(200);
});

test.each([
  ['a foreign page', { origin: 'https://evil.example' }, '403 CSRF'],
  ['no page at all, as sandboxed frames say', { origin: 'null' }, '403 CSRF'],
  ['another port of the same machine', { origin: 'http://127.0.0.1:1' }, '403 CSRF'],
  ['a session that has ended', { cookie: `sess=${'A'.repeat(43)}`, origin: '' }, '401 NOT_AUTHORIZED'],
  ['another host', { host: 'evil.example' }, '421 '],
])('no socket for %s', async (_name, headers, refusal) => {
  const own = 'origin' in headers && headers.origin === '' ? { ...headers, origin: system.url } : headers;
  const opened = LiveSocket.open(system.url, own as Record<string, string>).then(() => 'open', String);
  expect(await opened).toContain(refusal);
});

test('whoever says nothing for three seconds is sent away', async () => {
  using live = await LiveSocket.open(system.url);
  expect(await live.closed).toBe(4408);
});

/** Frames as bytes, masked with zeros. */
const frame = (head: number, payload: Buffer) =>
  Buffer.concat([Buffer.from([head, 0x80 | payload.length]), Buffer.alloc(4), payload]);

test.each([
  ['a reserved bit', frame(0xc1, Buffer.from('{}')), 1002],
  ['an unknown kind of frame', frame(0x83, Buffer.from('{}')), 1002],
  ['a frame without a mask', Buffer.from([0x81, 2, 0x7b, 0x7d]), 1002],
  ['a continuation of nothing', frame(0x80, Buffer.from('{}')), 1002],
  ['text that is no UTF-8', frame(0x81, Buffer.from([0xff, 0xfe])), 1007],
  ['a frame that says it is longer than any may be', Buffer.from([0x81, 0xff, 0, 0, 0, 1, 0, 0, 0, 0]), 1009],
  ['deep JSON', frame(0x81, Buffer.from('['.repeat(100))), 4400],
])('broken frames close the socket with a code, and nothing is stuck: %s', async (_name, bytes, code) => {
  using live = await LiveSocket.open(system.url);
  // The library sends no broken frames; its own connection does.
  (live.socket as unknown as { readonly _socket: { write(bytes: Buffer): void } })._socket.write(bytes);
  expect(await live.closed).toBe(code);
  using next = await LiveSocket.connect(system.url);
  next.send({ type: 'ping' });
  await next.until(({ type }) => type === 'pong');
});

test('a connection that gets no socket, and one that never says goodbye, hold up no stop', async () => {
  const own = await startSystem();
  const { hostname, port } = new URL(own.url);
  const silent = connect(Number(port), hostname);
  silent.write('GET /graphql HTTP/1.1\r\nHost: evil.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  await once(silent, 'data');
  const live = await LiveSocket.connect(own.url);
  live.socket.pause();
  const begun = performance.now();
  await own[Symbol.asyncDispose]();
  expect(performance.now() - begun).toBeLessThan(8_000);
  live[Symbol.dispose]();
  silent.destroy();
});

test('a request that offers another protocol of HTTP is answered as if it did not', async () => {
  const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABkAAQAAP__' };
  const answer = await ask(system.url, '/api/v2/status', { headers });
  expect([answer.status, answer.json.status]).toEqual([200, 'nominal']);
});
