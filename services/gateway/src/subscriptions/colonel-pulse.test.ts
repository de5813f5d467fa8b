import { sessionBell } from '@onceover/schema/events/bells';
import { createBells } from '@onceover/service-kit/bells';
import { expect, test } from 'vitest';
import { ask } from '../test-support/ask.ts';
import { customer, fakeAccounts } from '../test-support/fake-accounts.ts';
import { connect } from '../test-support/live-client.ts';
import { startTestGateway } from '../test-support/start-test-gateway.ts';

const SESSION = 'S'.repeat(43);
const query = 'subscription { colonelPulse { lagSeconds eventsPerMinute } }';

async function watchedBy(more: Partial<typeof customer>) {
  const people = fakeAccounts({ sessions: new Map([[SESSION, { customer: { ...customer, ...more } }]]) });
  const standing = { lagSeconds: 0, eventsPerMinute: 1 };
  let asked = 0;
  const colonelPulse = () => {
    asked += 1;
    return { ...standing };
  };
  const bells = createBells();
  const gateway = await startTestGateway({ people, bells, audit: { Query: { colonelPulse } } });
  const { port, url } = gateway;
  const cookie = `sess=${SESSION}`;
  const { json } = await ask(port, '/api/v2/validate-shrimp', { method: 'POST', headers: { cookie } });
  const client = await connect({ port, headers: { cookie, origin: url } }, { shrimp: json.shrimp });
  client.send({ type: 'subscribe', id: '1', payload: { query } });
  return { gateway, client, people, bells, standing, asked: () => asked };
}

test('a colonel is sent the pulse when it has changed, at most once a second', async () => {
  const { gateway, client, standing, asked } = await watchedBy({ role: 'colonel', hasSecondFactor: true });
  await using _ = gateway;
  using __ = client;
  expect(await client.next()).toMatchObject({ payload: { data: { colonelPulse: { eventsPerMinute: 1 } } } });
  const began = performance.now();
  standing.eventsPerMinute = 2;
  expect(await client.next()).toMatchObject({ payload: { data: { colonelPulse: { eventsPerMinute: 2 } } } });
  expect(performance.now() - began).toBeGreaterThan(700);
  standing.eventsPerMinute = 3;
  expect(await client.next()).toMatchObject({ payload: { data: { colonelPulse: { eventsPerMinute: 3 } } } });
  expect(asked()).toBeLessThanOrEqual(4);
});

test.each([
  ['a customer', { role: 'customer', hasSecondFactor: true }],
  ['a colonel without the second step', { role: 'colonel', hasSecondFactor: false }],
] as const)('%s gets no pulse', async (_name, facts) => {
  const { gateway, client, asked } = await watchedBy(facts);
  await using _ = gateway;
  using __ = client;
  expect(await client.next()).toMatchObject({
    type: 'error',
    payload: [{ extensions: { code: 'NOT_AUTHORIZED' } }],
  });
  expect(asked()).toBe(0);
});

test('it ends when the colonel is one no more', async () => {
  const { gateway, client, people, bells } = await watchedBy({ role: 'colonel', hasSecondFactor: true });
  await using _ = gateway;
  using __ = client;
  expect(await client.next()).toMatchObject({ type: 'next' });
  people.sessions.set(SESSION, { customer });
  bells.ring(sessionBell(customer.accountRef));
  expect(await client.next()).toMatchObject({ type: 'error', payload: [{ extensions: { code: 'NOT_AUTHORIZED' } }] });
});
