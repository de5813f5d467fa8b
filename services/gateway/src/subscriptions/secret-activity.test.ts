import { feedBell, sessionBell } from '@onceover/schema/events/bells';
import { deskTenant } from '@onceover/schema/events/tenants';
import { createBells } from '@onceover/service-kit/bells';
import { OutageError } from '@onceover/service-kit/errors';
import { eventually } from '@onceover/testing/eventually';
import { GraphQLError } from 'graphql';
import { expect, test } from 'vitest';
import { ask } from '../test-support/ask.ts';
import { customer, fakeAccounts } from '../test-support/fake-accounts.ts';
import { connect, type LiveClient } from '../test-support/live-client.ts';
import { startTestGateway } from '../test-support/start-test-gateway.ts';

const SESSION = 'S'.repeat(43);
const OTHERS = 'O'.repeat(43);
const query = 'subscription ($after: ID) { secretActivity(after: $after) { kind } }';
const resync = () => new GraphQLError('gone', { extensions: { code: 'RESYNC_REQUIRED' } });

/** A gateway whose notifications play a feed: its places are the numbers of what happened. */
async function withFeed(more: { readonly kinds?: readonly string[]; readonly env?: Record<string, string> } = {}) {
  const kinds = [...(more.kinds ?? [])];
  const asked: (string | null)[] = [];
  const state: { failure: Error | null; kinds: string[] } = { failure: null, kinds };
  const activity = (_parent: unknown, given: object) => {
    const { after, first } = given as { after: string | null; first: number };
    asked.push(after);
    if (state.failure !== null) throw state.failure;
    const start = after === null ? 0 : Number(after);
    if (!(start <= kinds.length)) throw resync();
    const items = kinds.slice(start, start + first).map((kind, index) => ({ seq: `${start + index + 1}`, kind }));
    return { items, head: `${kinds.length}` };
  };
  const people = fakeAccounts({ sessions: new Map([[SESSION, { customer }]]) });
  const bells = createBells();
  const gateway = await startTestGateway({
    people,
    bells,
    notifications: { Query: { activity } },
    env: more.env ?? {},
  });
  return { gateway, people, bells, kinds, asked, state };
}

type Served = { readonly port: number; readonly url: string };

async function signedIn({ port, url }: Served, session = SESSION): Promise<LiveClient> {
  const cookie = `sess=${session}`;
  const { json } = await ask(port, '/api/v2/validate-shrimp', { method: 'POST', headers: { cookie } });
  return await connect({ port, headers: { cookie, origin: url } }, { shrimp: json.shrimp });
}

const follow = (client: LiveClient, after: string | null = null) =>
  client.send({ type: 'subscribe', id: '1', payload: { query, variables: { after } } });
const told = (kind: string) => ({ id: '1', type: 'next', payload: { data: { secretActivity: { kind } } } });
const ended = (code: string) => ({ type: 'error', payload: [{ extensions: { code } }] });

test('what happened comes item by item, in order, and then what a ring brought', async () => {
  const { gateway, bells, kinds, asked } = await withFeed({ kinds: ['CREATED', 'OPENED'] });
  await using _ = gateway;
  using client = await signedIn(gateway);
  follow(client);
  expect(await client.next()).toEqual(told('CREATED'));
  expect(await client.next()).toEqual(told('OPENED'));
  kinds.push('BURNED');
  bells.ring(feedBell(customer.accountRef));
  expect(await client.next()).toEqual(told('BURNED'));
  expect(asked.slice(0, 2)).toEqual([null, '2']);
});

test('a client goes on after the item it saw last, without a gap and without a repeat, however many it missed', async () => {
  const kinds = Array.from({ length: 65 }, (_none, place) => (place % 2 === 0 ? 'CREATED' : 'OPENED'));
  const { gateway } = await withFeed({ kinds });
  await using _ = gateway;
  using client = await signedIn(gateway);
  follow(client, '3');
  for (const kind of kinds.slice(3)) expect(await client.next()).toEqual(told(kind));
  client.send({ type: 'ping' });
  expect(await client.next()).toMatchObject({ type: 'pong' });
});

test('a place that the feed does not have ends the stream with RESYNC_REQUIRED', async () => {
  const { gateway } = await withFeed();
  await using _ = gateway;
  using client = await signedIn(gateway);
  follow(client, '7');
  expect(await client.next()).toMatchObject(ended('RESYNC_REQUIRED'));
});

test('what one bell tells the tabs of a browser is asked once for all of them, and for another account apart', async () => {
  const other = { ...customer, accountRef: '0198a000-0000-7000-8000-000000000002', custid: 'otto@example.com' };
  const { gateway, people, bells, kinds, asked } = await withFeed();
  people.sessions.set(OTHERS, { customer: other });
  await using _ = gateway;
  using first = await signedIn(gateway);
  using second = await signedIn(gateway);
  using others = await signedIn(gateway, OTHERS);
  for (const client of [first, second, others]) {
    follow(client, '0');
    client.send({ type: 'ping' });
    await client.next();
  }
  await eventually(() => expect(asked).toHaveLength(3));
  kinds.push('OPENED');
  for (const { accountRef } of [customer, other]) bells.ring(feedBell(accountRef));
  for (const client of [first, second, others]) expect(await client.next()).toEqual(told('OPENED'));
  expect(asked).toHaveLength(5);
});

test('a visitor has no feed, and nothing is asked for them', async () => {
  const { gateway, asked } = await withFeed({ kinds: ['CREATED'] });
  await using _ = gateway;
  using client = await connect({ port: gateway.port });
  follow(client);
  expect(await client.next()).toMatchObject(ended('NOT_AUTHORIZED'));
  expect(asked).toEqual([]);
});

test('an outage is waited out: what happened meanwhile comes with the next ring', async () => {
  const { gateway, bells, state, asked } = await withFeed({ kinds: ['CREATED'] });
  await using _ = gateway;
  using client = await signedIn(gateway);
  follow(client);
  expect(await client.next()).toEqual(told('CREATED'));
  state.failure = new OutageError('postgres', { retryAfterSeconds: 1 });
  bells.ring(feedBell(customer.accountRef));
  await expect.poll(() => asked.length).toBe(2);
  state.failure = null;
  state.kinds.push('OPENED');
  bells.ring(feedBell(customer.accountRef));
  expect(await client.next()).toEqual(told('OPENED'));
});

test.each([
  ['the support desk’s account', customer.custid, true],
  ['another account', 'desk@example.com', false],
])('of what comes in for the support desk %s is told at once', async (_who, desk, isTold) => {
  const { gateway, bells, kinds, asked } = await withFeed({ env: { ONCEOVER_INCOMING_RECIPIENT: desk } });
  await using _ = gateway;
  using client = await signedIn(gateway);
  follow(client);
  await expect.poll(() => asked.length).toBe(1);
  kinds.push('INCOMING_SUBMITTED');
  bells.ring(feedBell(deskTenant));
  if (isTold) return void expect(await client.next()).toEqual(told('INCOMING_SUBMITTED'));
  client.send({ type: 'ping' });
  expect(await client.next()).toMatchObject({ type: 'pong' });
  expect(asked).toHaveLength(1);
});

test('when the session ends the socket closes, and nothing more is asked for', async () => {
  const { gateway, people, bells, kinds, asked } = await withFeed({ kinds: ['CREATED'] });
  await using _ = gateway;
  using client = await signedIn(gateway);
  follow(client);
  expect(await client.next()).toEqual(told('CREATED'));
  people.sessions.delete(SESSION);
  bells.ring(sessionBell(customer.accountRef));
  expect((await client.closed).code).toBe(4403);
  kinds.push('OPENED');
  bells.ring(feedBell(customer.accountRef));
  expect(asked).toEqual([null]);
});
