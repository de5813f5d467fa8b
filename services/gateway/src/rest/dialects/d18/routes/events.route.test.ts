import { request } from 'node:http';
import { partnerBell } from '@onceover/schema/events/bells';
import { type Bells, createBells } from '@onceover/service-kit/bells';
import { expect, test } from 'vitest';
import { customer } from '../../../../test-support/fake-accounts.ts';
import { type SignedInGateway, signedInGateway } from '../../../../test-support/signed-in-gateway.ts';

const bell = partnerBell(customer.accountRef);
const event = JSON.stringify({ specversion: '1.0', id: 'e', data: {} });

/** A gateway before a service that has an event from `happens` on; `asked` are the positions it was asked with, `heard` the bells. */
async function start() {
  const asked: unknown[] = [];
  let page = { __typename: 'EventsPage', events: [] as string[], next: '7', hasMore: false };
  const inner = createBells();
  const heard: string[] = [];
  const on: Bells['on'] = (topic, ring) => {
    heard.push(topic);
    return inner.on(topic, ring);
  };
  const bells: Bells = { on, ring: inner.ring };
  const gateway = await signedInGateway({
    bells,
    env: { ONCEOVER_RATE_LIMITS: 'off' },
    notifications: {
      Query: {
        events(_parent, args: { readonly after?: unknown } & object) {
          asked.push(args.after ?? null);
          return page;
        },
      },
    },
  });
  const happens = () => {
    page = { ...page, events: [event], next: '8' };
    bells.ring(bell);
  };
  return { gateway, asked, heard, bells, happens };
}

const wait = ({ gateway }: { readonly gateway: SignedInGateway }) =>
  gateway.get('/api/v2/events?wait=30', 'events-read');

test('whoever waits is answered when it rings, and is asked for from where the first answer ended', async () => {
  const started = await start();
  await using _ = started.gateway;
  const waiting = wait(started);
  await expect.poll(() => started.asked).toEqual([null, '7']);
  started.bells.ring(partnerBell('somebody-else'));
  started.happens();
  const { status, json } = await waiting;
  expect([status, json.next, json.events]).toEqual([200, '8', [JSON.parse(event)]]);
  expect(started.asked).toEqual([null, '7', '7']);
  // It polls too, now and then, so an answer alone does not show that it listened.
  expect(started.heard).toEqual([bell]);
});

test('a server that stops answers those who wait at once', async () => {
  const started = await start();
  const waiting = wait(started);
  await expect.poll(() => started.asked).toHaveLength(2);
  const begun = performance.now();
  await started.gateway[Symbol.asyncDispose]();
  const { status, json } = await waiting;
  expect([status, json.next, json.events]).toEqual([200, '7', []]);
  expect(performance.now() - begun).toBeLessThan(5_000);
});

test('for a client that has gone nothing is asked any more', async () => {
  const started = await start();
  await using _ = started.gateway;
  const { port } = started.gateway;
  const authorization = `Basic ${Buffer.from(`${customer.custid}:events-read`).toString('base64')}`;
  const sent = request({ port, path: '/api/v2/events?wait=30', headers: { authorization }, agent: false });
  sent.on('error', () => {});
  sent.end();
  await expect.poll(() => started.asked).toHaveLength(2);
  sent.destroy();
  await new Promise((closed) => sent.once('close', closed));
  await expect
    .poll(async () => {
      const before = started.asked.length;
      started.bells.ring(bell);
      await new Promise((resolve) => setTimeout(resolve, 50));
      return started.asked.length - before;
    })
    .toBe(0);
});

test('a position or a list of types that is empty is none', async () => {
  const started = await start();
  await using _ = started.gateway;
  const { status } = await started.gateway.get('/api/v2/events?after=&types=&limit=&wait=', 'events-read');
  expect(status).toBe(200);
  expect(started.asked).toEqual([null]);
});
