import { secretBell, sessionBell } from '@onceover/schema/events/bells';
import { findWatchedSecret } from '@onceover/schema/internal/find-secrets';
import { createBells } from '@onceover/service-kit/bells';
import { answering } from '@onceover/service-kit/internal-call';
import { expect, test } from 'vitest';
import { ask } from '../test-support/ask.ts';
import { customer, fakeAccounts } from '../test-support/fake-accounts.ts';
import { connect, dial, type LiveClient } from '../test-support/live-client.ts';
import { startTestGateway } from '../test-support/start-test-gateway.ts';

const secretId = '0198a000-0000-7000-8000-00000000000a';
const SESSION = 'S'.repeat(43);
const PROTOCOL = 'graphql-transport-ws';
const QUERY = 'subscription ($key: String!) { metadataChanged(key: $key) { state } }';

/** A gateway whose secrets know one metadata key, `known`. */
async function start(given: Parameters<typeof startTestGateway>[0] = {}) {
  const secret = { state: 'NEW', label: null };
  const bells = createBells();
  const gateway = await startTestGateway({
    bells,
    secrets: { Query: { metadata: (_parent, { key }) => (key === 'known' ? secret : null) } },
    calls: [answering(findWatchedSecret, async ({ key }) => ({ secretId: key === 'known' ? secretId : null }))],
    ...given,
  });
  return { gateway, port: gateway.port, secret, bells };
}

const subscribe = (client: LiveClient, key = 'known', query = QUERY, id = '1') =>
  client.send({ type: 'subscribe', id, payload: { query, variables: { key } } });

test('the state comes first, and then what a ring brought', async () => {
  const { gateway, port, secret, bells } = await start();
  await using _ = gateway;
  using client = await connect({ port });
  subscribe(client);
  expect(await client.next()).toEqual({
    id: '1',
    type: 'next',
    payload: { data: { metadataChanged: { state: 'NEW' } } },
  });
  bells.ring(secretBell(secretId));
  secret.state = 'RECEIVED';
  bells.ring(secretBell(secretId));
  expect(await client.next()).toMatchObject({ payload: { data: { metadataChanged: { state: 'RECEIVED' } } } });
  client.send({ type: 'complete', id: '1' });
});

test('a key that opens nothing gets null, and the stream is over', async () => {
  const { gateway, port } = await start();
  await using _ = gateway;
  using client = await connect({ port });
  subscribe(client, 'unknown');
  expect(await client.next()).toMatchObject({ payload: { data: { metadataChanged: null } } });
  expect(await client.next()).toEqual({ id: '1', type: 'complete' });
});

test.each([
  ['a query', '{ plans { id } }', 'Only subscriptions run here. Send queries and mutations with POST to /graphql.'],
  [
    'two fields',
    'subscription { a: metadataChanged(key: "a") { state } b: metadataChanged(key: "b") { state } }',
    'must select only one top level field',
  ],
  [
    'a fragment',
    'subscription ($key: String!) { ...F } fragment F on Subscription { metadataChanged(key: $key) { state } }',
    'without a fragment',
  ],
  [
    'the link',
    'subscription ($key: String!) { metadataChanged(key: $key) { secretKey } }',
    'A subscription carries no link. Ask for it with a query.',
  ],
  ['what there is not', 'subscription { nothing }', 'Cannot query field'],
  ['no document', 'subscription {', 'Syntax Error'],
])('refused in a sentence, and the socket stays open: %s', async (_name, query, sentence) => {
  const { gateway, port } = await start();
  await using _ = gateway;
  using client = await connect({ port });
  subscribe(client, 'known', query);
  const { type, payload } = await client.next();
  expect([type, (payload as { message: string }[])[0]?.message]).toEqual(['error', expect.stringContaining(sentence)]);
  subscribe(client, 'known', QUERY, '2');
  expect(await client.next()).toMatchObject({ id: '2', type: 'next' });
});

test('a variable that does not fit is named, without its value', async () => {
  const { gateway, port } = await start();
  await using _ = gateway;
  using client = await connect({ port });
  client.send({ type: 'subscribe', id: '1', payload: { query: QUERY, variables: { key: { hidden: 'value' } } } });
  const answer = await client.next();
  expect(answer).toMatchObject({ type: 'error', payload: [{ message: '$key does not fit its type.' }] });
});

test('a fifth stream of one socket is refused, and a completed one makes room', async () => {
  const { gateway, port } = await start();
  await using _ = gateway;
  using client = await connect({ port });
  for (const id of ['1', '2', '3', '4']) {
    subscribe(client, 'known', QUERY, id);
    expect(await client.next()).toMatchObject({ id, type: 'next' });
  }
  subscribe(client, 'known', QUERY, '5');
  expect(await client.next()).toMatchObject({ id: '5', type: 'error' });
  client.send({ type: 'complete', id: '4' });
  subscribe(client, 'known', QUERY, '6');
  expect(await client.next()).toMatchObject({ id: '6', type: 'next' });
});

test.each([
  ['no protocol', { protocol: null }, 400],
  ['another protocol', { protocol: 'graphql-ws' }, 400],
  ['a foreign page', { headers: { origin: 'https://evil.example' } }, 403],
  ['cookies without a page', { headers: { cookie: `sess=${SESSION}` } }, 403],
  ['an unknown token', { headers: { authorization: `Basic ${btoa('nina@example.com:wrong')}` } }, 401],
])('no socket for %s', async (_name, how, status) => {
  const { gateway, port } = await start();
  await using _ = gateway;
  await expect(dial({ port, ...how })).rejects.toThrow(new RegExp(`^(Error: )?${status} \\{"errors":\\[`));
});

test('a plain GET is the same 404 as ever', async () => {
  const { gateway, port } = await start();
  await using _ = gateway;
  expect((await ask(port, '/graphql', { method: 'GET' })).status).toBe(404);
});

test.each([
  ['what is no JSON', 'oops', 4400],
  ['an unknown type', '{"type":"steal"}', 4400],
  ['what only servers say', '{"type":"next","id":"1","payload":{}}', 4400],
  ['binary', Buffer.from([1, 2]), 1003],
  ['too much', `{"type":"ping","payload":{"a":"${'a'.repeat(70_000)}"}}`, 1009],
])('closed after %s', async (_name, message, code) => {
  const { gateway, port } = await start();
  await using _ = gateway;
  using client = await dial({ port });
  client.send(message);
  expect(await client.closed).toMatchObject({ code });
});

test('closed after the hundred-and-first message of a minute', async () => {
  const { gateway, port } = await start();
  await using _ = gateway;
  using client = await connect({ port });
  for (let sent = 0; sent < 100; sent += 1) client.send({ type: 'ping' });
  expect(await client.closed).toMatchObject({ code: 4429 });
});

test('a subscription before the first message is unauthorized', async () => {
  const { gateway, port } = await start();
  await using _ = gateway;
  using client = await dial({ port });
  subscribe(client);
  expect(await client.closed).toMatchObject({ code: 4401 });
});

async function signedIn() {
  const people = fakeAccounts({ sessions: new Map([[SESSION, { customer }]]) });
  const started = await start({ people });
  const cookie = `sess=${SESSION}`;
  const { json } = await ask(started.port, '/api/v2/validate-shrimp', { method: 'POST', headers: { cookie } });
  const headers = { cookie, origin: started.gateway.url };
  return { ...started, people, headers, shrimp: json.shrimp };
}

test('a session needs its form token', async () => {
  const { gateway, port, headers } = await signedIn();
  await using _ = gateway;
  using client = await dial({ port, headers });
  client.send({ type: 'connection_init', payload: { shrimp: 'wrong' } });
  expect(await client.closed).toMatchObject({ code: 4403 });
});

test('a socket closes at once when its session has ended, and stays when another one has', async () => {
  const { gateway, port, headers, shrimp, people, bells } = await signedIn();
  await using _ = gateway;
  using client = await connect({ port, headers }, { shrimp });
  subscribe(client);
  expect(await client.next()).toMatchObject({ type: 'next' });
  bells.ring(sessionBell(customer.accountRef));
  client.send({ type: 'ping' });
  expect(await client.next()).toEqual({ type: 'pong' });
  people.sessions.clear();
  bells.ring(sessionBell(customer.accountRef));
  expect(await client.closed).toMatchObject({ code: 4403 });
});

test('an outage of accounts closes no socket', async () => {
  const { gateway, port, headers, shrimp, people, bells } = await signedIn();
  await using _ = gateway;
  using client = await connect({ port, headers }, { shrimp });
  people.isAway = true;
  bells.ring(sessionBell(customer.accountRef));
  client.send({ type: 'ping' });
  expect(await client.next()).toEqual({ type: 'pong' });
});

test('a session has five sockets, and a closed one makes room', async () => {
  const { gateway, port, headers, shrimp } = await signedIn();
  await using _ = gateway;
  const open = await Promise.all(Array.from({ length: 5 }, () => connect({ port, headers }, { shrimp })));
  await expect(dial({ port, headers })).rejects.toThrow(/429/);
  open[0]?.[Symbol.dispose]();
  await expect.poll(() => dial({ port, headers }).then((client) => client[Symbol.dispose]())).toBeUndefined();
  for (const client of open) client[Symbol.dispose]();
});

test('a broken handshake takes no place', async () => {
  const { gateway, port, headers } = await signedIn();
  await using _ = gateway;
  const broken = { ...headers, connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-protocol': PROTOCOL };
  for (let round = 0; round < 6; round += 1) {
    expect((await ask(port, '/graphql', { method: 'GET', headers: broken })).status).toBe(400);
  }
  using _client = await dial({ port, headers });
});

test('visitors of one network have twenty sockets', async () => {
  const { gateway, port } = await start();
  await using _ = gateway;
  const open = await Promise.all(Array.from({ length: 20 }, () => dial({ port })));
  await expect(dial({ port })).rejects.toThrow(/429/);
  for (const client of open) client[Symbol.dispose]();
});

test('a stopping gateway tells its clients to come back', async () => {
  const { gateway, port } = await start();
  using client = await connect({ port });
  subscribe(client);
  await client.next();
  await gateway[Symbol.asyncDispose]();
  expect(await client.closed).toMatchObject({ code: 1001 });
});
