import { verifyWebhook } from '@onceover/client';
import { createPostgresEventStore, inTransaction, knexOn } from '@onceover/event-store';
import { cloudEvent, webhookTest } from '@onceover/schema/events/cloud-event';
import { partnerEvents } from '@onceover/schema/events/partner-view';
import { endingsOf } from '@onceover/schema/events/retention';
import { deskTenant, everyTenant } from '@onceover/schema/events/tenants';
import { byToken, customer, visitor } from '@onceover/schema/test-support/callers';
import { newId } from '@onceover/service-kit/ids';
import { eventually } from '@onceover/testing/eventually';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWebhookCipher } from '../../adapters/keys/webhook-cipher.ts';
import { cutPartnerEvents } from '../../adapters/postgres/partner-events.ts';
import { purgePastRows } from '../../adapters/postgres/purge.ts';
import { planDeliveries } from '../../adapters/postgres/webhook-plan.ts';
import { createPostgresWebhooks } from '../../adapters/postgres/webhook-table.ts';
import { envelopes } from '../../test-support/envelopes.ts';
import { arrived, createReceivers, refusing } from '../../test-support/receivers.ts';
import { startTestNotifications, type TestNotifications } from '../../test-support/test-notifications.ts';
import { webhookGraph } from '../../test-support/webhook-graph.ts';
import type { Sent } from './ports.ts';

const receivers = createReceivers();
let notifications: TestNotifications;
beforeAll(async () => {
  notifications = await startTestNotifications({}, { webhookSender: receivers });
});
afterAll(() => notifications[Symbol.asyncDispose]());

const { ask, add, find, log } = webhookGraph(() => notifications);

let made = 0;
/** Somebody with a webhook at an address of its own. */
async function receiving(input: object = {}, caller = customer(newId())) {
  made += 1;
  const url = `https://receiver-${made}.example/hook`;
  const { secret, webhook } = await add(caller, { url, ...input });
  return { caller, url, secret, id: webhook.id, publicKey: webhook.publicKey };
}
const happens = async (tenantRef: string, type = 'secret.created', data: object = { kind: 'share' }) => {
  const source = type.startsWith('domain') ? 'accounts' : 'secrets';
  await notifications.requests.append(source, type, data, { tenantRef });
};
/** Who proved password and second factor a moment ago. */
const colonel = (accountRef = newId(), provenAt = Date.now() - 1_000) =>
  customer(accountRef, { role: 'colonel', hasSecondFactor: true, provenAt });
const bodies = (url: string) => receivers.at(url).map(({ body }) => JSON.parse(body));
/** As if so much time had passed for all that is to be tried again. */
const pass = async (interval: string) => {
  await notifications.owner.query(
    `update notifications.webhook_delivery set next_try = next_try - $1::interval where next_try is not null`,
    [interval],
  );
  await notifications.owner.query(
    'update notifications.webhook set failing_since = failing_since - $1::interval, old_secret_until = old_secret_until - $1::interval',
    [interval],
  );
  await eventually(notifications.drain);
};
const recorded = (webhookId: string) =>
  notifications.rows<{ type: string; data: Record<string, unknown>; tenant: string }>(
    `select e.type, e.data, e.tenant_ref as tenant from notifications.events e
       where e.type like 'webhook.%' and e.data->>'webhookId' = $1 order by e.gen, e.xid, e.pos`,
    [webhookId],
  );

test('what happens is sent at once, signed, and as whoever asks for events gets it', async () => {
  const { caller, url, secret, id, publicKey } = await receiving();
  await happens(caller.accountRef);
  await notifications.drain();
  const [message] = receivers.at(url);
  if (message === undefined) expect.fail('nothing was sent');
  for (const keys of [secret, publicKey]) {
    const { payload, id: messageId } = await verifyWebhook({ ...message, keys });
    expect(cloudEvent.parse(payload)).toMatchObject({
      type: 'io.onceover.secret.created',
      sequence: '0000000000000001',
      id: messageId,
      source: '/onceover/onceover.test/secrets',
    });
  }
  expect(message.headers['content-type']).toBe('application/cloudevents+json');
  expect(message.headers['user-agent']).toMatch(/^Onceover-Webhooks\/\d/);
  expect(await log(id, caller)).toMatchObject([
    {
      type: 'io.onceover.secret.created',
      position: '1',
      state: 'DELIVERED',
      nextTry: null,
      attempts: [{ status: 200, problem: null, durationMs: 3 }],
    },
  ]);
  expect(await find(id, caller)).toMatchObject({ waiting: 0, failingSince: null, state: 'ACTIVE' });
});

test('deliveries stand in the transaction of the event: none without it, one with it', async () => {
  const { caller, id } = await receiving();
  await ask('pause', { id }, caller);
  await happens(caller.accountRef);
  await notifications.drain();
  const rows = await notifications.rows<{ same: boolean }>(
    `select d.xmin = e.xmin as same from notifications.webhook_delivery d join notifications.partner_event e using (event_id)
       where d.webhook_id = $1 and e.partner_ref = $2`,
    [id, caller.accountRef],
  );
  expect(rows).toEqual([{ same: true }]);
});

test('only the types that are wanted are sent', async () => {
  const { caller, url, id } = await receiving({ types: ['io.onceover.domain.verified'] });
  await happens(caller.accountRef);
  await happens(caller.accountRef, 'domain.verified', {});
  await notifications.drain();
  expect(bodies(url).map(({ type }) => type)).toEqual(['io.onceover.domain.verified']);
  const changed = await ask('change', { input: { id, allTypes: true, description: ' tickets \n of all ' } }, caller);
  expect(changed).toMatchObject({ types: null, description: 'tickets of all', url });
  await happens(caller.accountRef);
  await notifications.drain();
  expect(bodies(url)).toHaveLength(2);
  expect((await recorded(id)).map(({ type, data }) => [type, data.what])).toEqual([
    ['webhook.added', undefined],
    ['webhook.changed', 'description'],
    ['webhook.changed', 'types'],
  ]);
});

test('what is recorded of a webhook ends at once, so that no living one keeps a month of the log', async () => {
  const { caller, id } = await receiving();
  await ask('change', { input: { id, description: 'one', types: ['io.onceover.domain.verified'] } }, caller);
  await ask('pause', { id }, caller);
  await ask('remove', { id }, caller);
  const streams = await notifications.rows<{ type: string; length: number; isEnded: boolean }>(
    `select e.type, s.version as length, s.closed_at is not null as "isEnded" from notifications.events e
       join notifications.streams s using (stream_id) where e.data->>'webhookId' = $1 order by e.gen, e.xid, e.pos`,
    [id],
  );
  const alone = { length: 1, isEnded: true };
  expect(streams).toEqual([
    { type: 'webhook.added', ...alone },
    { type: 'webhook.changed', ...alone },
    { type: 'webhook.changed', ...alone },
    { type: 'webhook.changed', ...alone },
    { type: 'webhook.removed', ...alone },
  ]);
  const endings = endingsOf('notifications');
  for (const { type } of streams) expect(endings).toContain(type);
});

test.each([
  ['sends', false, 'DELIVERED'],
  ['leaves out', true, 'SKIPPED'],
])('a paused webhook collects, and resuming it %s what waits', async (_what, skipWaiting, state) => {
  const { caller, url, id } = await receiving();
  expect(await ask('pause', { id }, caller)).toMatchObject({ state: 'PAUSED' });
  await happens(caller.accountRef);
  await happens(caller.accountRef);
  await notifications.drain();
  expect(receivers.at(url)).toEqual([]);
  expect(await find(id, caller)).toMatchObject({ waiting: 2 });
  expect((await log(id, caller)).map(({ nextTry }) => nextTry)).toEqual([null, null]);
  expect(await ask('resume', { id, skipWaiting }, caller)).toMatchObject({ state: 'ACTIVE' });
  await notifications.drain();
  expect((await log(id, caller)).map((delivery) => delivery.state)).toEqual([state, state]);
  expect(bodies(url).map(({ sequence }) => Number(sequence))).toEqual(skipWaiting ? [] : [1, 2]);
  await happens(caller.accountRef);
  await notifications.drain();
  expect(bodies(url)).toHaveLength(skipWaiting ? 1 : 3);
});

test('ten tries, then it is given up; each has the same id and another time', async () => {
  const { caller, url, id } = await receiving();
  receivers.answer(url, refusing(500));
  await happens(caller.accountRef);
  await notifications.drain();
  for (let tries = 1; tries <= 10; tries += 1) {
    expect(receivers.at(url)).toHaveLength(tries);
    // Never so long that nothing has arrived for five days.
    await notifications.owner.query('update notifications.webhook set failing_since = null');
    await pass('29 hours');
  }
  expect(receivers.at(url)).toHaveLength(10);
  expect(await log(id, caller)).toMatchObject([{ state: 'FAILED', nextTry: null }]);
  expect((await log(id, caller))[0]?.attempts).toHaveLength(10);
  expect(new Set(receivers.at(url).map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(new Set(receivers.at(url).map(({ body }) => body)).size).toBe(1);
});

test('the first rest is about five seconds; a receiver may ask for a longer one, up to a day', async () => {
  const restOf = async (answer: Sent) => {
    const { caller, url, id } = await receiving();
    receivers.answer(url, answer);
    await happens(caller.accountRef);
    await notifications.drain();
    const [row] = await notifications.rows<{ rest: number }>(
      `select extract(epoch from d.next_try - a.at)::float8 as rest
         from notifications.webhook_delivery d join notifications.webhook_attempt a using (delivery_id) where d.webhook_id = $1`,
      [id],
    );
    return row?.rest ?? Number.NaN;
  };
  const ours = await restOf(refusing(500, 600));
  expect(ours).toBeGreaterThan(3.9);
  expect(ours).toBeLessThan(8);
  expect(await restOf(refusing(429, 600))).toBeGreaterThanOrEqual(600);
  expect(await restOf(refusing(503, 10_000_000))).toBeLessThan(86_410);
});

test('an address that is gone is switched off at once, which is told; what waits is kept', async () => {
  const { caller, url, id } = await receiving();
  receivers.answer(url, refusing(410));
  await happens(caller.accountRef);
  await notifications.drain();
  await happens(caller.accountRef);
  await notifications.drain();
  expect(receivers.at(url)).toHaveLength(1);
  await eventually(async () => expect(await find(id, caller)).toMatchObject({ state: 'GONE', waiting: 2 }));
  expect((await recorded(id)).at(-1)).toEqual({
    type: 'webhook.disabled',
    data: { accountRef: caller.accountRef, webhookId: id, reasonCode: 'gone' },
    tenant: caller.accountRef,
  });
  receivers.answer(url, arrived);
  expect(await ask('resume', { id }, caller)).toMatchObject({ state: 'ACTIVE', failingSince: null });
  await notifications.drain();
  expect(new Set(bodies(url).map(({ sequence }) => Number(sequence)))).toEqual(new Set([1, 2]));
  expect(await find(id, caller)).toMatchObject({ waiting: 0 });
});

test('after five days in which nothing arrived it is switched off; before, and where something did, it is not', async () => {
  const { caller, url, id } = await receiving();
  receivers.answer(url, refusing(500));
  await happens(caller.accountRef);
  await notifications.drain();
  const { failingSince } = await find(id, caller);
  expect(failingSince).not.toBeNull();
  await pass('4 days 23 hours');
  expect(await find(id, caller)).toMatchObject({ state: 'ACTIVE' });
  receivers.answer(url, arrived);
  await pass('30 minutes');
  expect(await find(id, caller)).toMatchObject({ state: 'ACTIVE', failingSince: null });
  receivers.answer(url, refusing(500));
  await happens(caller.accountRef);
  await notifications.drain();
  await pass('5 days');
  // It is switched off after the try was recorded.
  await eventually(async () => expect(await find(id, caller)).toMatchObject({ state: 'FAILING' }));
  expect((await recorded(id)).at(-1)).toMatchObject({ type: 'webhook.disabled', data: { reasonCode: 'failing' } });
});

test('a slow receiver has two in hand and delays neither others nor emails', async () => {
  const slow = await receiving();
  const fast = await receiving();
  let release: () => void = () => undefined;
  const held = new Promise<Sent>((resolve) => {
    release = () => resolve(arrived);
  });
  receivers.answer(slow.url, () => held);
  for (let turn = 0; turn < 10; turn += 1) await happens(slow.caller.accountRef);
  await happens(fast.caller.accountRef);
  await eventually(async () => expect(receivers.at(fast.url)).toHaveLength(1));
  await eventually(async () => expect(receivers.at(slow.url)).toHaveLength(2));
  expect(await find(slow.id, slow.caller)).toMatchObject({ waiting: 10 });
  const deliveryId = await notifications.requests.request(envelopes['password-changed']);
  await eventually(async () => expect(await notifications.mail(deliveryId)).toMatchObject({ state: 'sent' }));
  release();
  await notifications.drain();
  expect(new Set(bodies(slow.url).map(({ sequence }) => sequence)).size).toBe(10);
});

test('one of the log is sent again; a test is sent even while paused, once, and not too often', async () => {
  const { caller, url, id } = await receiving();
  await happens(caller.accountRef);
  await notifications.drain();
  const [delivery] = await log(id, caller);
  expect(await ask('redeliver', { id, deliveryId: delivery?.id }, caller)).toMatchObject({
    eventId: delivery?.eventId,
  });
  await notifications.drain();
  expect(receivers.at(url).map(({ headers }) => headers['webhook-id'])).toEqual([delivery?.eventId, delivery?.eventId]);
  expect((await log(id, caller))[0]?.attempts).toHaveLength(2);
  await ask('pause', { id }, caller);
  receivers.answer(url, refusing(500));
  const tried = await ask('test', { id }, caller);
  expect(tried).toMatchObject({ type: 'io.onceover.webhook.test', position: null, subject: null });
  await notifications.drain();
  expect((await log(id, caller))[0]).toMatchObject({ id: tried.id, state: 'FAILED', attempts: [{ status: 500 }] });
  expect(await find(id, caller)).toMatchObject({ failingSince: null });
  expect(bodies(url).at(-1)).toMatchObject({ type: 'io.onceover.webhook.test', id: tried.eventId });
  expect(webhookTest.parse(bodies(url).at(-1))).toMatchObject({ subject: id });
  await ask('redeliver', { id, deliveryId: tried.id }, caller);
  await notifications.drain();
  const tries = receivers.at(url).filter(({ headers }) => headers['webhook-id'] === tried.eventId);
  expect(tries).toHaveLength(2);
  expect(tries[1]?.body).toBe(tries[0]?.body);
  for (let turn = 1; turn < 10; turn += 1) await ask('test', { id }, caller);
  const { code, retryAfterSeconds } = await ask('test', { id }, caller);
  expect(code).toBe('account.too-many-tries');
  expect(retryAfterSeconds).toBeGreaterThan(3_500);
  expect(retryAfterSeconds).toBeLessThanOrEqual(3_600);
  await notifications.drain();
});

test('a range is sent again, also what came before the webhook, and without what had arrived where that is wanted', async () => {
  const { caller } = await receiving();
  for (let turn = 0; turn < 4; turn += 1) await happens(caller.accountRef);
  await notifications.drain();
  const { url, id } = await receiving({}, caller);
  await happens(caller.accountRef);
  await notifications.drain();
  expect(await ask('replay', { id, after: '1', upTo: '3' }, caller)).toEqual({ count: 2 });
  await notifications.drain();
  expect(
    bodies(url)
      .map(({ sequence }) => Number(sequence))
      .sort(),
  ).toEqual([2, 3, 5]);
  expect(await ask('replay', { id, after: '0', failedOnly: true }, caller)).toEqual({ count: 2 });
  await notifications.drain();
  expect(
    bodies(url)
      .map(({ sequence }) => Number(sequence))
      .sort(),
  ).toEqual([1, 2, 3, 4, 5]);
  for (const [after, upTo] of [
    ['6', null],
    ['x', null],
    ['0', '6'],
  ]) {
    expect(await ask('replay', { id, after, upTo }, caller)).toEqual({ code: 'events.unknown-position' });
  }
  await notifications.owner.query(
    `update notifications.partner_event set at = at - interval '31 days' where partner_ref = $1 and position < 3`,
    [caller.accountRef],
  );
  await cutPartnerEvents(notifications.owner, null);
  expect(await ask('replay', { id, after: '1' }, caller)).toEqual({ code: 'events.forgotten-position' });
  expect(await ask('replay', { id }, caller)).toEqual({ count: 3 });
  const [oldest] = await log(id, caller, { search: bodies(url).find(({ sequence }) => Number(sequence) === 1).id });
  expect(await ask('redeliver', { id, deliveryId: oldest?.id }, caller)).toEqual({ code: 'events.forgotten-position' });
});

test('with an overlap what is sent is signed with both secrets, and with the new one alone after it', async () => {
  const { caller, url, secret, id } = await receiving();
  const replaced = await ask('replace', { id, overlapHours: 1 }, caller);
  expect(replaced.secret).not.toBe(secret);
  expect(replaced.webhook.oldSecretUntil).toBeGreaterThan(Date.now() / 1000 + 3_500);
  await happens(caller.accountRef);
  await notifications.drain();
  const [both] = receivers.at(url);
  if (both === undefined) expect.fail();
  expect(both.headers['webhook-signature']?.split(' ').map((each) => each.split(',')[0])).toEqual(['v1', 'v1', 'v1a']);
  for (const keys of [secret, replaced.secret]) await verifyWebhook({ ...both, keys });
  await pass('2 hours');
  await happens(caller.accountRef);
  await notifications.drain();
  const one = receivers.at(url).at(-1) ?? both;
  await verifyWebhook({ ...one, keys: replaced.secret });
  await expect(verifyWebhook({ ...one, keys: secret })).rejects.toThrow();
  await purgePastRows(notifications.owner);
  expect(
    await notifications.rows('select 1 from notifications.webhook where webhook_id = $1 and old_secret is null', [id]),
  ).toHaveLength(1);
  expect(await find(id, caller)).toMatchObject({ oldSecretUntil: null });
});

test('the log is found by event, by what it is about, by type and by state, page by page', async () => {
  const { caller, url, id } = await receiving();
  for (let turn = 0; turn < 3; turn += 1) await happens(caller.accountRef);
  await happens(caller.accountRef, 'domain.verified', {});
  await notifications.drain();
  const all = await log(id, caller);
  expect(all.map(({ position }) => position).sort()).toEqual(['1', '2', '3', '4']);
  const sought = all.find(({ type }) => type === 'io.onceover.secret.created');
  for (const search of [sought?.eventId, sought?.subject, sought?.id]) {
    expect((await log(id, caller, { search })).map((each) => each.id)).toEqual([sought?.id]);
  }
  for (const search of ['domain', 'io.onceover.domain.verified', 'VERIFIED']) {
    expect(await log(id, caller, { search })).toHaveLength(1);
  }
  expect(await log(id, caller, { search: '%' })).toEqual([]);
  expect(await log(id, caller, { state: 'FAILED' })).toEqual([]);
  const first = await ask('log', { id, first: 3 }, caller);
  const second = await ask('log', { id, first: 3, after: first.webhook.deliveries.endCursor }, caller);
  expect([...first.webhook.deliveries.nodes, ...second.webhook.deliveries.nodes]).toEqual(all);
  expect(second.webhook.deliveries.endCursor).toBeNull();
  expect(await log(id, caller, { after: 'nowhere' })).toEqual([]);
  expect(receivers.at(url)).toHaveLength(4);
});

test('an address has to be one that anybody can reach', async () => {
  const caller = customer(newId());
  for (const url of ['http://receiver.example', 'https://127.0.0.1/', 'https://me:pw@receiver.example', 'nowhere']) {
    expect(await ask('add', { input: { url } }, caller)).toEqual({ code: 'webhook.invalid-address' });
  }
  const url = 'https://receiver.example';
  for (const types of [['io.onceover.secret.stolen'], []]) {
    expect(await ask('add', { input: { url, types } }, caller)).toEqual({ code: 'events.unknown-type' });
  }
  expect(
    await notifications.rows('select 1 from notifications.partner where partner_ref = $1', [caller.accountRef]),
  ).toEqual([]);
});

test.each([
  ['basic', 2],
  ['identity', 10],
])('an account of the plan %s has at most %i, also when they are made at once', async (planId, limit) => {
  const caller = customer(newId(), { planId });
  const answers = await Promise.all(
    Array.from({ length: limit + 2 }, (_, turn) => ask('add', { input: { url: `https://r${turn}.example` } }, caller)),
  );
  expect(answers.filter(({ webhook }) => webhook !== undefined)).toHaveLength(limit);
  expect(answers.filter(({ code }) => code === 'webhook.too-many')).toMatchObject([{ limit }, { limit }]);
  expect((await ask('list', {}, caller)).webhooks).toMatchObject({ limit, nodes: { length: limit } });
});

test('nobody sees or touches the webhook of another; a token needs the scope', async () => {
  const { caller, id, url } = await receiving();
  await happens(caller.accountRef);
  await notifications.drain();
  const [delivery] = await log(id, caller);
  const another = await receiving();
  const verbs = ['pause', 'resume', 'remove', 'replace', 'test'] as const;
  for (const other of [another.caller, colonel()]) {
    expect(await ask('find', { id }, other)).toEqual({ webhook: null });
    for (const verb of verbs) expect(await ask(verb, { id }, other)).toEqual({ code: 'webhook.unknown' });
    expect(await ask('change', { input: { id, url: 'https://thief.example' } }, other)).toEqual({
      code: 'webhook.unknown',
    });
    expect(await ask('replay', { id, after: '0' }, other)).toEqual({ code: 'webhook.unknown' });
  }
  expect(await ask('redeliver', { id: another.id, deliveryId: delivery?.id }, another.caller)).toEqual({
    code: 'webhook.unknown',
  });
  for (const nobody of [visitor, byToken(caller.accountRef, 'events-read')]) {
    for (const verb of ['find', ...verbs] as const)
      expect(await ask(verb, { id }, nobody)).toEqual({ code: 'NOT_AUTHORIZED' });
    expect(await ask('list', {}, nobody)).toEqual({ code: 'NOT_AUTHORIZED' });
    expect(await ask('add', { input: { url } }, nobody)).toEqual({ code: 'NOT_AUTHORIZED' });
  }
  const token = byToken(caller.accountRef, 'account');
  // Whoever says where events go, or sends those from before, gets them.
  expect(await ask('add', { input: { url } }, token)).toEqual({ code: 'NOT_AUTHORIZED' });
  expect(await ask('change', { input: { id, url: 'https://elsewhere.example' } }, token)).toEqual({
    code: 'NOT_AUTHORIZED',
  });
  expect(await ask('replay', { id }, token)).toEqual({ code: 'NOT_AUTHORIZED' });
  const both = byToken(caller.accountRef, 'account', 'events-read');
  expect(await ask('add', { input: { url: 'https://elsewhere.example' } }, both)).toMatchObject({
    secret: expect.stringMatching(/^whsec_/),
  });
  expect(await ask('change', { input: { id, description: 'theirs' } }, both)).toMatchObject({ description: 'theirs' });
  expect(await ask('replay', { id }, both)).toMatchObject({ count: 1 });
  expect((await ask('list', {}, token)).webhooks.nodes).toMatchObject([{ id, url, state: 'ACTIVE' }, {}]);
  expect(await ask('pause', { id }, token)).toMatchObject({ state: 'PAUSED' });
});

test('the installation gets what is public of everybody, and nothing that says whose it is; accounts get only theirs', async () => {
  const operator = colonel();
  const account = await receiving();
  expect(await ask('add', { input: { url: account.url, of: 'INSTALLATION' } }, account.caller)).toEqual({
    code: 'NOT_AUTHORIZED',
  });
  const whole = await receiving({ of: 'INSTALLATION' }, operator);
  const tenants = [account.caller.accountRef, newId(), deskTenant];
  for (const { row } of partnerEvents.filter(({ row: { producer } }) => producer !== 'notifications')) {
    const source = row.producer === 'accounts' ? 'accounts' : 'secrets';
    for (const tenantRef of tenants) await notifications.requests.append(source, row.type, {}, { tenantRef });
  }
  await notifications.requests.append('secrets', 'secret.created', { kind: 'share' });
  await notifications.drain();
  await eventually(async () => expect(await find(whole.id, operator)).toMatchObject({ waiting: 0 }), {
    withinMs: 20_000,
  });
  // One of them asks for an email, of which something becomes besides.
  const [all, theirs] = [whole.url, account.url].map((url) =>
    bodies(url).filter(({ source }) => !source.endsWith('/notifications')),
  );
  if (all === undefined || theirs === undefined) expect.fail();
  expect(all).toHaveLength(theirs.length * tenants.length);
  expect(theirs.length).toBeGreaterThan(8);
  for (const event of all) {
    const view = partnerEvents.find(({ type }) => type === event.type);
    expect(Object.keys(view?.publicData.shape ?? {})).toEqual(expect.arrayContaining(Object.keys(event.data)));
  }
  for (const tenantRef of tenants) expect(JSON.stringify(all)).not.toContain(tenantRef);
  expect(new Set(theirs.map(({ id }) => id)).size).toBe(theirs.length);
  const owners = await notifications.rows<{ tenant: string }>(
    `select distinct e.tenant_ref as tenant from notifications.webhook_delivery d
       join notifications.webhook w using (webhook_id)
       join notifications.partner_event e on e.partner_ref = w.partner_ref and e.position = d.position
       where w.webhook_id = any ($1)`,
    [[whole.id, account.id]],
  );
  expect(owners.map(({ tenant }) => tenant).sort()).toEqual([account.caller.accountRef, everyTenant].sort());
  // Every colonel looks after them, and what they do is an action of theirs.
  expect((await ask('list', { of: 'INSTALLATION' }, colonel())).webhooks).toMatchObject({
    limit: 10,
    nodes: [{ id: whole.id }],
  });
  expect(await ask('find', { id: whole.id }, account.caller)).toEqual({ webhook: null });
  expect(await ask('remove', { id: whole.id }, colonel())).toEqual({ isRemoved: true });
  const actions = await notifications.rows<{ action: string }>(
    `select e.data->>'action' as action from notifications.events e
       where e.type = 'operator.action_taken' and e.data->>'targetRef' = $1 order by 1`,
    [whole.id],
  );
  expect(actions.map(({ action }) => action)).toEqual(['webhook_added', 'webhook_removed']);
});

test('to change a webhook of the installation a colonel proves who they are, and to look or pause not', async () => {
  const whole = await receiving({ of: 'INSTALLATION' }, colonel());
  const id = whole.id;
  const required = { code: 'account.reauthentication-required' };
  const old = colonel(newId(), Date.now() - 16 * 60_000);
  const input = { url: 'https://thief.example', of: 'INSTALLATION' };
  expect(await ask('add', { input }, old)).toEqual(required);
  expect(await ask('change', { input: { id, url: 'https://thief.example' } }, old)).toEqual(required);
  expect(await ask('replace', { id }, old)).toEqual(required);
  expect(await ask('remove', { id }, old)).toEqual(required);
  expect(await find(id, old)).toMatchObject({ url: whole.url });
  expect(await ask('pause', { id }, old)).toMatchObject({ state: 'PAUSED' });
  expect(await ask('resume', { id }, old)).toMatchObject({ state: 'ACTIVE' });
  // Their own are those of any customer.
  const own = await receiving({}, old);
  expect(await ask('replace', { id: own.id }, old)).toMatchObject({ webhook: { id: own.id } });
  expect(await ask('remove', { id }, colonel())).toEqual({ isRemoved: true });
});

test('whoever is the desk is sent what is sent to it, and nothing more once another address is the desk', async () => {
  const own = createReceivers();
  await using withDesk = await startTestNotifications(
    { incomingRecipient: 'desk@example.test' },
    { webhookSender: own },
  );
  const graph = webhookGraph(() => withDesk);
  const caller = customer(newId(), { custid: 'desk@example.test' });
  const url = 'https://desk.example/';
  const { webhook } = await graph.add(caller, { url });
  const toDesk = () =>
    withDesk.requests.append('secrets', 'secret.created', { kind: 'incoming' }, { tenantRef: deskTenant });
  await toDesk();
  await withDesk.drain();
  expect(own.at(url)).toHaveLength(1);
  await graph.ask('pause', { id: webhook.id }, caller);
  await toDesk();
  await withDesk.drain();
  // As the chore of a process does that was started with another address.
  await cutPartnerEvents(withDesk.owner, Buffer.from('another'));
  await graph.ask('resume', { id: webhook.id }, customer(caller.accountRef, { custid: 'other@example.test' }));
  await toDesk();
  await withDesk.requests.append('secrets', 'secret.created', { kind: 'share' }, { tenantRef: caller.accountRef });
  await eventually(() => expect(own.at(url)).toHaveLength(2));
  expect(JSON.parse(own.at(url)[1]?.body ?? '{}')).toMatchObject({
    data: { kind: 'share' },
    sequence: '0000000000000003',
  });
  await withDesk.drain();
  expect(await graph.find(webhook.id, caller)).toMatchObject({ waiting: 0 });
  expect(await graph.ask('replay', { id: webhook.id, after: '0' }, caller)).toEqual({ count: 1 });
});

test('what was sealed with a key that is lost is removed, which is told; the others stay', async () => {
  const lost = await receiving();
  const kept = await receiving({}, lost.caller);
  await notifications.owner.query(`update notifications.webhook set target = '\\x00' where webhook_id = $1`, [lost.id]);
  const { owner: pool, config } = notifications;
  const events = createPostgresEventStore({ pool, schema: 'notifications', service: 'notifications' });
  const webhooks = createPostgresWebhooks({ pool, events, desk: null }, await openWebhookCipher(config.keysDir));
  expect(await webhooks.removeUnreadable()).toBe(1);
  expect((await ask('list', {}, lost.caller)).webhooks.nodes).toMatchObject([{ id: kept.id }]);
  expect((await recorded(lost.id)).map(({ type }) => type)).toEqual(['webhook.added', 'webhook.removed']);
});

test('one that is being removed holds no event up, and loses none where it stays', async () => {
  const { caller, id } = await receiving();
  await happens(caller.accountRef);
  await notifications.drain();
  const [event] = await log(id, caller);
  await notifications.owner.query('delete from notifications.webhook_delivery where event_id = $1', [event?.eventId]);
  const plan = () =>
    inTransaction(knexOn(notifications.owner), (tx) =>
      planDeliveries(tx, [caller.accountRef], [String(event?.eventId)]),
    );
  const removing = await notifications.owner.connect();
  try {
    await removing.query('begin');
    await removing.query(`update notifications.webhook set state = 'removed' where webhook_id = $1`, [id]);
    expect(await plan()).toBe(true);
    await removing.query('rollback');
  } finally {
    removing.release(true);
  }
  await notifications.drain();
  expect(await log(id, caller)).toMatchObject([{ eventId: event?.eventId, state: 'DELIVERED' }]);
  await notifications.owner.query('delete from notifications.webhook_delivery where event_id = $1', [event?.eventId]);
  await ask('remove', { id }, caller);
  expect(await plan()).toBe(false);
});

test('while its account is disabled nothing is sent to a webhook; enabled, what has waited is', async () => {
  const { caller, url, id } = await receiving();
  const { accountRef } = caller;
  const other = await receiving();
  const turn = async (type: string) => {
    const data = { accountRef, reasonCode: 'abuse' };
    await notifications.requests.append('accounts', type, data, { tenantRef: accountRef });
    await notifications.drain();
  };
  await turn('account.disabled');
  await happens(accountRef);
  await happens(other.caller.accountRef);
  await notifications.drain();
  expect(receivers.at(other.url)).toHaveLength(1);
  expect(receivers.at(url)).toEqual([]);
  expect(await find(id, caller)).toMatchObject({ state: 'ACTIVE', waiting: 1 });
  await turn('account.enabled');
  await eventually(() => expect(receivers.at(url)).toHaveLength(1));
});

test('with its account all webhooks go; removing one leaves the others, and waits for nothing of its log', async () => {
  const { caller, id } = await receiving();
  const second = await receiving({}, caller);
  await ask('pause', { id }, caller);
  await happens(caller.accountRef);
  await notifications.drain();
  const { owner } = notifications;
  await owner.query(
    `insert into notifications.webhook_delivery (delivery_id, webhook_id, position, event_id, type, next_try, created)
       select gen_random_uuid(), $1, 1, gen_random_uuid(), 'secret.created', now(), now() from generate_series(1, 1100)`,
    [id],
  );
  const { accountRef } = caller;
  const holding = await owner.connect();
  try {
    await holding.query('begin');
    await holding.query('select from notifications.webhook_delivery where webhook_id = $1 for update', [id]);
    expect(await ask('remove', { id }, caller)).toEqual({ isRemoved: true });
    expect(await ask('remove', { id }, caller)).toEqual({ code: 'webhook.unknown' });
    expect((await recorded(id)).at(-1)).toMatchObject({ type: 'webhook.removed' });
    expect(await log(second.id, caller)).toHaveLength(1);
  } finally {
    holding.release(true);
  }
  await notifications.requests.append('accounts', 'account.erased', { accountRef }, { tenantRef: accountRef });
  await notifications.drain();
  expect((await ask('list', {}, caller)).webhooks.nodes).toEqual([]);
  expect(
    await notifications.rows(
      `select 1 from notifications.webhook
         where partner_ref = $1 and (octet_length(target) > 0 or octet_length(secret) > 0 or octet_length(private_key) > 0)`,
      [accountRef],
    ),
  ).toEqual([]);
  await cutPartnerEvents(owner, null);
  for (const table of ['webhook', 'webhook_delivery']) {
    const rows = await notifications.rows(`select 1 from notifications.${table} where webhook_id = any ($1)`, [
      [id, second.id],
    ]);
    expect(rows, table).toEqual([]);
  }
  expect(await notifications.rows('select 1 from notifications.partner where partner_ref = $1', [accountRef])).toEqual(
    [],
  );
});

test('who has a webhook that gets events is no silent partner; the log is kept for 30 days', async () => {
  const active = await receiving();
  const paused = await receiving();
  await happens(active.caller.accountRef);
  await notifications.drain();
  await ask('pause', { id: paused.id }, paused.caller);
  await notifications.owner.query(
    'update notifications.partner set asked_on = asked_on - 40 where partner_ref = any ($1)',
    [[active.caller.accountRef, paused.caller.accountRef]],
  );
  await cutPartnerEvents(notifications.owner, null);
  await happens(active.caller.accountRef);
  await happens(paused.caller.accountRef);
  await notifications.drain();
  expect(receivers.at(active.url)).toHaveLength(2);
  // Resumed, it follows again.
  await ask('resume', { id: paused.id }, paused.caller);
  await happens(paused.caller.accountRef);
  await notifications.drain();
  expect(receivers.at(paused.url)).toHaveLength(1);
  await notifications.owner.query(
    `update notifications.webhook_delivery set created = created - interval '31 days' where webhook_id = $1`,
    [active.id],
  );
  await purgePastRows(notifications.owner);
  expect(await log(active.id, active.caller)).toEqual([]);
});

test('whoever has no webhook costs no row and no job', async () => {
  const accountRef = newId();
  const before = await notifications.rows('select 1 from notifications.webhook_delivery');
  await happens(accountRef);
  await notifications.drain();
  expect(await notifications.rows('select 1 from notifications.webhook_delivery')).toHaveLength(before.length);
});

test('whoever has used webhooks alone for long, and pauses one or has it switched off, keeps what waits for 30 days from then on', async () => {
  const [paused, gone] = [await receiving(), await receiving()];
  await notifications.owner.query(
    'update notifications.partner set asked_on = asked_on - 40 where partner_ref = any ($1)',
    [[paused.caller.accountRef, gone.caller.accountRef]],
  );
  receivers.answer(gone.url, refusing(410));
  await ask('pause', { id: paused.id }, paused.caller);
  for (const { caller } of [paused, gone]) await happens(caller.accountRef);
  await notifications.drain();
  await eventually(async () => expect(await find(gone.id, gone.caller)).toMatchObject({ state: 'GONE' }));
  await cutPartnerEvents(notifications.owner, null);
  receivers.answer(gone.url, arrived);
  for (const { caller, id } of [paused, gone]) {
    await ask('resume', { id }, caller);
    await notifications.drain();
    expect(await log(id, caller)).toMatchObject([{ state: 'DELIVERED' }]);
  }
});

test('what is no longer kept is left out, and waits no longer', async () => {
  const { caller, id } = await receiving();
  const states = async () => (await log(id, caller)).map(({ state }) => state).sort();
  await ask('pause', { id }, caller);
  for (let turn = 0; turn < 3; turn += 1) await happens(caller.accountRef);
  await notifications.drain();
  const { owner } = notifications;
  await owner.query(
    `update notifications.partner_event set at = at - interval '31 days' where partner_ref = $1 and position = 1`,
    [caller.accountRef],
  );
  await cutPartnerEvents(owner, null);
  expect(await find(id, caller)).toMatchObject({ waiting: 2 });
  expect(await states()).toEqual(['SKIPPED', 'WAITING', 'WAITING']);
  await owner.query('update notifications.partner set asked_on = asked_on - 40 where partner_ref = $1', [
    caller.accountRef,
  ]);
  await cutPartnerEvents(owner, null);
  expect(await find(id, caller)).toMatchObject({ waiting: 0 });
  expect(await states()).toEqual(['SKIPPED', 'SKIPPED', 'SKIPPED']);
});

test('what went while it was on its way is left out at the next try', async () => {
  const { caller, url, id } = await receiving();
  receivers.answer(url, refusing(500));
  await happens(caller.accountRef);
  await notifications.drain();
  await notifications.owner.query('delete from notifications.partner_tenant where partner_ref = $1', [
    caller.accountRef,
  ]);
  await pass('1 hour');
  expect(await log(id, caller)).toMatchObject([{ state: 'SKIPPED' }]);
  expect(receivers.at(url)).toHaveLength(1);
});

test('however many are slow and have much waiting, what is new for another one is sent at once', async () => {
  const slow = await Promise.all(Array.from({ length: 20 }, () => receiving()));
  const fast = await receiving();
  let release: () => void = () => undefined;
  const held = new Promise<Sent>((resolve) => {
    release = () => resolve(arrived);
  });
  for (const { url } of slow) receivers.answer(url, () => held);
  try {
    for (const { caller } of slow) {
      for (let turn = 0; turn < 3; turn += 1) await happens(caller.accountRef);
    }
    const inHand = () => slow.flatMap(({ url }) => receivers.at(url)).length;
    await eventually(() => expect(inHand()).toBeGreaterThanOrEqual(24));
    await happens(fast.caller.accountRef);
    await eventually(() => expect(receivers.at(fast.url)).toHaveLength(1));
    expect(slow.map(({ url }) => receivers.at(url).length)).not.toContain(0);
  } finally {
    release();
  }
  await notifications.drain();
  expect(slow.map(({ url }) => receivers.at(url).length)).toEqual(slow.map(() => 3));
});

test('while its account is disabled nothing is sent, not even a test; what waits is sent once it is enabled', async () => {
  const { caller, url, id } = await receiving();
  const suspend = (isSuspended: boolean) =>
    notifications.owner.query('update notifications.partner set suspended = $2 where partner_ref = $1', [
      caller.accountRef,
      isSuspended,
    ]);
  await suspend(true);
  await happens(caller.accountRef);
  await ask('test', { id }, caller);
  await notifications.drain();
  expect(receivers.at(url)).toEqual([]);
  expect(await find(id, caller)).toMatchObject({ waiting: 2 });
  await suspend(false);
  await notifications.drain();
  expect(receivers.at(url)).toHaveLength(2);
});

test('one that cannot be opened holds up no other', async () => {
  const broken = await receiving();
  const { url, caller, id } = await receiving();
  const both = [broken.id, id];
  for (const each of [broken, { caller, id }]) {
    await ask('pause', { id: each.id }, each.caller);
    await happens(each.caller.accountRef);
  }
  await notifications.drain();
  await notifications.owner.query(
    `update notifications.webhook set state = 'active',
       private_key = case when webhook_id = $2 then '\\x00' else private_key end where webhook_id = any ($1)`,
    [both, broken.id],
  );
  await notifications.drain();
  expect(receivers.at(url)).toHaveLength(1);
  expect(
    await notifications.rows('select state from notifications.webhook_delivery where webhook_id = $1', [broken.id]),
  ).toEqual([{ state: 'waiting' }]);
  await notifications.owner.query('delete from notifications.webhook where webhook_id = $1', [broken.id]);
});

test('what waits is sent to a new address at once, and what the old one says no longer counts', async () => {
  const { caller, url, id } = await receiving();
  receivers.answer(url, refusing(500));
  await happens(caller.accountRef);
  await notifications.drain();
  expect(await find(id, caller)).toMatchObject({ failingSince: expect.any(Number), waiting: 1 });
  let release: () => void = () => undefined;
  const held = new Promise<Sent>((resolve) => {
    release = () => resolve(refusing(410));
  });
  receivers.answer(url, () => held);
  await happens(caller.accountRef);
  await eventually(() => expect(receivers.at(url)).toHaveLength(2));
  const moved = `${url}/moved`;
  expect(await ask('change', { input: { id, url: moved } }, caller)).toMatchObject({ failingSince: null });
  await eventually(() => expect(receivers.at(moved)).toHaveLength(1), { withinMs: 1_000 });
  release();
  await notifications.drain();
  expect(await find(id, caller)).toMatchObject({ state: 'ACTIVE' });
});

test.each([true, false])(
  'resuming waits for nobody who holds a delivery, nor do events for it; leaving out: %s',
  async (skipWaiting) => {
    const { caller, id } = await receiving();
    await ask('pause', { id }, caller);
    for (let turn = 0; turn < 2; turn += 1) await happens(caller.accountRef);
    await notifications.drain();
    const holding = await notifications.owner.connect();
    try {
      await holding.query('begin');
      await holding.query('select from notifications.webhook_delivery where webhook_id = $1 limit 1 for update', [id]);
      expect(await ask('resume', { id, skipWaiting }, caller)).toMatchObject({ state: 'ACTIVE' });
      await holding.query('commit');
    } finally {
      holding.release(true);
    }
    await notifications.drain();
    expect(await find(id, caller)).toMatchObject({ waiting: 0 });
  },
);

test('also a long range is sent again whole', async () => {
  const { caller, id } = await receiving();
  await ask('pause', { id }, caller);
  const { accountRef } = caller;
  await notifications.owner.query(
    `with moved as (update notifications.partner set position = 2100 where partner_ref = $1)
     insert into notifications.partner_event (partner_ref, position, tenant_ref, event_id, log, type, at, data)
       select $1, n, $1, gen_random_uuid(), 'secrets', 'secret.created', now(), '{}' from generate_series(1, 2100) n`,
    [accountRef],
  );
  expect(await ask('replay', { id, after: '50', upTo: '2090' }, caller)).toEqual({ count: 2040 });
  expect(await find(id, caller)).toMatchObject({ waiting: 2040 });
  expect(await ask('resume', { id, skipWaiting: true }, caller)).toMatchObject({ state: 'ACTIVE', waiting: 0 });
});
