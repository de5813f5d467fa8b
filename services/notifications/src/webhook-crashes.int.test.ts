import { customer } from '@onceover/schema/test-support/callers';
import { newId } from '@onceover/service-kit/ids';
import { eventually } from '@onceover/testing/eventually';
import { beforeEach, expect, test } from 'vitest';
import { type CrashBench, startCrashBench } from './test-support/crash-bench.ts';
import { createReceivers, type LocalReceiver, startLocalReceiver } from './test-support/receivers.ts';
import { ageWebhooks, freeOverdueWebhooks, startTestNotifications } from './test-support/test-notifications.ts';
import { webhookGraph } from './test-support/webhook-graph.ts';
import type { WebhookMoment } from './use-cases/mail/ports.ts';

let bench: CrashBench;
let receiver: LocalReceiver;
beforeEach(async () => {
  bench = await startCrashBench();
  receiver = await startLocalReceiver();
  return async () => {
    await receiver[Symbol.asyncDispose]();
    await bench[Symbol.asyncDispose]();
  };
});
const patience = { withinMs: 25_000 };

const happens = async (tenantRef: string) => {
  await bench.requests.append('secrets', 'secret.created', { kind: 'share' }, { tenantRef });
};
const ids = () => receiver.got.map(({ headers }) => headers['webhook-id']);
const states = async () =>
  (await bench.owner.query<{ state: string }>('select state from notifications.webhook_delivery')).rows.map(
    ({ state }) => state,
  );

test.each<[WebhookMoment, string, number]>([
  ['webhook-taken', 'before it is sent', 1],
  ['webhook-answered', 'after the receiver took it, before the record', 2],
])('a process that dies at %s, %s: another one sends it, under the same id', async (moment, _when, copies) => {
  const accountRef = newId();
  await bench.receive(accountRef, receiver.url);
  const dying = await bench.start(moment);
  await happens(accountRef);
  expect(await dying.ended).toBe('SIGKILL');
  expect(await states()).toEqual(['sending']);
  await bench.forgetLeases();
  await bench.start();
  await eventually(async () => expect(await states()).toEqual(['delivered']), patience);
  expect(ids()).toHaveLength(copies);
  expect(new Set(ids()).size).toBe(1);
  const { rows } = await bench.owner.query<{ problem: string | null }>(
    'select problem from notifications.webhook_attempt order by attempt',
  );
  expect(rows).toEqual([{ problem: 'interrupted' }, { problem: null }]);
});

test('two processes share the work: while both live nothing arrives twice', async () => {
  const accounts = [newId(), newId(), newId()];
  for (const accountRef of accounts) await bench.receive(accountRef, receiver.url);
  await Promise.all([bench.start(), bench.start()]);
  for (let turn = 0; turn < 20; turn += 1) await Promise.all(accounts.map(happens));
  await eventually(async () => {
    expect(await states()).toEqual(Array.from({ length: 60 }, () => 'delivered'));
  }, patience);
  expect(ids()).toHaveLength(60);
  expect(new Set(ids()).size).toBe(60);
});

test('a process that is told to stop lets go of a receiver that hangs; what it had is sent by the next one', async () => {
  const accountRef = newId();
  await bench.receive(accountRef, receiver.url);
  receiver.hang();
  const stopping = await bench.start();
  await happens(accountRef);
  await eventually(() => expect(receiver.got).toHaveLength(1), patience);
  const startedAt = performance.now();
  expect(await stopping.stop()).toBe('0');
  expect(performance.now() - startedAt).toBeLessThan(9_000);
  expect(await states()).toEqual(['waiting']);
  receiver.answer(204);
  await bench.start();
  await eventually(async () => expect(await states()).toEqual(['delivered']), patience);
  expect(new Set(ids()).size).toBe(1);
});

test('however often whoever sends dies, every event arrives at least once, and each time under its id', async () => {
  const receivers = createReceivers();
  let kills = 0;
  let isDeadly = true;
  // As if the process died: nothing is recorded, and its lease runs out.
  const failpoint = async () => {
    if (!isDeadly || Math.random() < 0.3) return;
    kills += 1;
    throw new Error('killed');
  };
  await using notifications = await startTestNotifications({}, { webhookSender: receivers, failpoint });
  const graph = webhookGraph(() => notifications);
  const owners = await Promise.all(
    Array.from({ length: 10 }, async (_, turn) => {
      const caller = customer(newId());
      const url = `https://receiver-${turn}.example/`;
      const { webhook } = await graph.add(caller, { url });
      return { caller, url, id: webhook.id };
    }),
  );
  for (let turn = 0; turn < 5; turn += 1) {
    for (const { caller } of owners) {
      const about = { tenantRef: caller.accountRef };
      await notifications.requests.append('secrets', 'secret.created', { kind: 'share' }, about);
    }
  }
  const sending = notifications.drain();
  // Leases run out at once, and are found out at once: the chore that finds them looks four times a minute.
  const passes = async () => {
    await ageWebhooks(notifications.owner, 61);
    await freeOverdueWebhooks(notifications.owner);
  };
  await eventually(
    async () => {
      await passes();
      expect(kills).toBeGreaterThanOrEqual(100);
    },
    { withinMs: 60_000 },
  );
  isDeadly = false;
  await passes();
  await sending;
  for (const { caller, url, id } of owners) {
    const events = await notifications.rows<{ id: string }>(
      'select event_id as id from notifications.partner_event where partner_ref = $1',
      [caller.accountRef],
    );
    expect(events).toHaveLength(5);
    const got = receivers.at(url).map(({ headers }) => headers['webhook-id']);
    expect(new Set(got)).toEqual(new Set(events.map((event) => event.id)));
    // None was given up: what was our fault counts against nobody.
    expect(await graph.find(id, caller)).toMatchObject({ state: 'ACTIVE', waiting: 0, failingSince: null });
  }
});
