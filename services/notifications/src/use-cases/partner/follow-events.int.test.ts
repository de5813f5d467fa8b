import type { Caller } from '@onceover/schema/caller';
import { type CloudEvent, cloudEvent } from '@onceover/schema/events/cloud-event';
import { partnerEvents } from '@onceover/schema/events/partner-view';
import { deskTenant } from '@onceover/schema/events/tenants';
import { byToken, customer, visitor } from '@onceover/schema/test-support/callers';
import { newId } from '@onceover/service-kit/ids';
import { parse } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cutPartnerEvents } from '../../adapters/postgres/partner-events.ts';
import { startTestNotifications, type TestNotifications } from '../../test-support/test-notifications.ts';

const desk = 'desk@example.test';
let notifications: TestNotifications;
beforeAll(async () => {
  notifications = await startTestNotifications({ incomingRecipient: desk });
});
afterAll(() => notifications[Symbol.asyncDispose]());

const document = parse(`query ($after: ID, $first: Int! = 100, $types: [String!]) {
  events(after: $after, first: $first, types: $types) {
    ... on EventsPage { events next hasMore }
    ... on Refusal { code } } }`);

interface Wanted {
  readonly after?: string;
  readonly first?: number;
  readonly types?: readonly string[];
}
interface Page {
  readonly events: readonly CloudEvent[];
  readonly next: string;
  readonly hasMore: boolean;
}

/** A page, or the code of what was refused. */
async function ask(caller: Caller, wanted: Wanted = {}): Promise<Page | string> {
  const { data, errors } = await notifications.service.subgraph.execute({ document, variables: { ...wanted }, caller });
  if (errors !== undefined) return String(errors[0]?.extensions.code);
  const answer = data?.events as { code?: string; events: string[]; next: string; hasMore: boolean };
  if (answer.code !== undefined) return answer.code;
  return { ...answer, events: answer.events.map((event) => cloudEvent.parse(JSON.parse(event))) };
}
async function pageOf(caller: Caller, wanted: Wanted = {}): Promise<Page> {
  const page = await ask(caller, wanted);
  if (typeof page === 'string') throw new Error(page);
  return page;
}
/** Somebody who follows events. */
async function partner(change = {}) {
  const caller = customer(newId(), change);
  await ask(caller);
  return caller;
}
const happens = async (tenantRef: string, type = 'secret.created', data: object = { kind: 'share' }) => {
  const log = type.startsWith('domain') ? 'accounts' : 'secrets';
  await notifications.requests.append(log, type, data, { tenantRef });
};

test('events are kept from the first question on, each with its place, and read on from there', async () => {
  const caller = customer(newId());
  await happens(caller.accountRef);
  await notifications.drain();
  expect(await ask(caller)).toEqual({ events: [], next: '0', hasMore: false });
  for (let made = 0; made < 3; made += 1) await happens(caller.accountRef);
  await notifications.drain();
  const { events, next } = await pageOf(caller);
  expect(next).toBe('3');
  expect(events.map(({ sequence }) => Number(sequence))).toEqual([1, 2, 3]);
  expect(events[0]).toMatchObject({
    specversion: '1.0',
    source: '/onceover/onceover.test/secrets',
    type: 'io.onceover.secret.created',
    dataschema: 'https://onceover.test/docs/events/schemas/io.onceover.secret.created.json',
  });
  expect(await ask(caller, { after: '3' })).toEqual({ events: [], next: '3', hasMore: false });
  const first = await pageOf(caller, { first: 2 });
  expect(first).toMatchObject({ next: '2', hasMore: true });
  expect(await pageOf(caller, { after: first.next })).toMatchObject({ events: [events[2]], next: '3', hasMore: false });
});

test('of all logs together a partner has one numbering without gaps, also where two logs are read at the same time', async () => {
  const caller = await partner();
  const other = await partner();
  const made = Array.from({ length: 40 }, (_, turn) => turn);
  await Promise.all(
    made.flatMap((turn) => [
      happens(caller.accountRef),
      happens(turn % 2 === 0 ? caller.accountRef : other.accountRef, 'domain.verified', {}),
    ]),
  );
  await notifications.drain();
  const { events, next } = await pageOf(caller, { first: 200 });
  expect(next).toBe('60');
  expect(events.map(({ sequence }) => Number(sequence))).toEqual(Array.from({ length: 60 }, (_, place) => place + 1));
  expect(new Set(events.map(({ id }) => id)).size).toBe(60);
  expect((await pageOf(other)).events).toHaveLength(20);
});

test('nobody who has not asked costs a row, and nobody gets what is not theirs', async () => {
  const caller = await partner();
  await happens(newId());
  await happens(deskTenant);
  await happens(caller.accountRef);
  await notifications.drain();
  expect((await pageOf(caller)).events).toHaveLength(1);
  const owners = await notifications.rows<{ tenant: string }>(
    'select distinct tenant_ref as tenant from notifications.partner_event',
  );
  const partners = await notifications.rows<{ tenant: string }>(
    'select distinct tenant_ref as tenant from notifications.partner_tenant',
  );
  for (const { tenant } of owners) expect(partners).toContainEqual({ tenant });
});

test('the desk also gets what is sent to it; whoever was the desk before does not', async () => {
  const before = await partner({ custid: desk });
  await happens(deskTenant);
  await notifications.drain();
  expect((await pageOf(before)).events).toHaveLength(1);
  const noLonger = customer(before.accountRef, { custid: 'other@example.test' });
  await happens(deskTenant);
  await notifications.drain();
  expect((await pageOf(noLonger)).events).toEqual([]);
  await happens(deskTenant);
  await happens(noLonger.accountRef);
  await notifications.drain();
  expect((await pageOf(noLonger)).events.map(({ sequence }) => Number(sequence))).toEqual([3]);
});

test('only the types that were asked for come, and the next question goes on behind the others', async () => {
  const caller = await partner();
  await happens(caller.accountRef, 'domain.verified', {});
  await happens(caller.accountRef);
  await happens(caller.accountRef, 'domain.verified', {});
  await notifications.drain();
  const types = ['io.onceover.secret.created'];
  const { events, next } = await pageOf(caller, { types });
  expect(events.map(({ type }) => type)).toEqual(types);
  expect(next).toBe('3');
});

test('no field that is internal leaves, of any event that partners get', async () => {
  const caller = await partner();
  const internal = (entry: (typeof partnerEvents)[number]) =>
    Object.keys(entry.row.schema.shape.data.shape).filter((name) => !(name in entry.data.shape));
  for (const { row } of partnerEvents.filter(({ row: { producer } }) => producer !== 'notifications')) {
    const log = row.producer === 'accounts' ? 'accounts' : 'secrets';
    await notifications.requests.append(log, row.type, {}, { tenantRef: caller.accountRef, networkTag: 'CANARY00' });
  }
  await notifications.drain();
  const { events } = await pageOf(caller, { first: 200 });
  for (const event of events) {
    const view = partnerEvents.find(({ type }) => type === event.type);
    if (view === undefined) expect.fail();
    for (const name of internal(view)) expect(event.data, event.type).not.toHaveProperty(name);
  }
  expect(new Set(events.map(({ type }) => type)).size).toBeGreaterThan(5);
  const kept = await notifications.rows<{ row: string }>('select e::text as row from notifications.partner_event e');
  for (const word of ['CANARY00', 'deliveryId', 'correlationId', 'networkTag', 'sizeBucket']) {
    expect(JSON.stringify([events, kept])).not.toContain(word);
  }
});

test.each([
  ['a position that no event has yet', { after: '1' }, 'events.unknown-position'],
  ['no position', { after: 'yesterday' }, 'events.unknown-position'],
  ['a type that there is not', { types: ['io.onceover.secret.stolen'] }, 'events.unknown-type'],
  ['a type that partners do not get', { types: ['io.onceover.account.registered'] }, 'events.unknown-type'],
])('%s is refused', async (_what, wanted, code) => {
  expect(await ask(await partner(), wanted)).toBe(code);
});

test('visitors and tokens without the scope are refused, and are no partners', async () => {
  const accountRef = newId();
  for (const caller of [visitor, byToken(accountRef, 'recent', 'secrets-read-meta')]) {
    expect(await ask(caller)).toBe('NOT_AUTHORIZED');
  }
  expect(await notifications.rows('select 1 from notifications.partner where partner_ref = $1', [accountRef])).toEqual(
    [],
  );
  expect(await ask(byToken(accountRef, 'events-read'))).toMatchObject({ next: '0' });
});

test('events are kept for 30 days; whoever comes later is told so, and goes on without a position', async () => {
  const caller = await partner();
  for (let made = 0; made < 3; made += 1) await happens(caller.accountRef);
  await notifications.drain();
  await notifications.owner.query(
    `update notifications.partner_event set at = at - interval '30 days 1 s' where partner_ref = $1 and position < 3`,
    [caller.accountRef],
  );
  expect(await cutPartnerEvents(notifications.owner, null)).toBeGreaterThanOrEqual(2);
  expect(await ask(caller, { after: '1' })).toBe('events.forgotten-position');
  expect(await pageOf(caller, { after: '2' })).toMatchObject({ events: [{ sequence: '0000000000000003' }] });
  expect(await pageOf(caller)).toMatchObject({ events: [{ sequence: '0000000000000003' }], next: '3' });
});

test('who has not asked for 30 days is no partner any more, and begins anew', async () => {
  const caller = await partner();
  const silent = await partner();
  await happens(silent.accountRef);
  await notifications.drain();
  expect((await pageOf(silent)).next).toBe('1');
  await notifications.owner.query(
    `update notifications.partner set asked_on = asked_on - 31 where partner_ref = any ($1)`,
    [[caller.accountRef, silent.accountRef]],
  );
  await pageOf(caller);
  await cutPartnerEvents(notifications.owner, null);
  const left = await notifications.rows<{ ref: string }>(
    'select partner_ref as ref from notifications.partner_tenant where partner_ref = any ($1)',
    [[caller.accountRef, silent.accountRef]],
  );
  expect(left).toEqual([{ ref: caller.accountRef }]);
  // Whatever happened while nobody asked is not there: a program that goes on where it was has to hear that.
  const { next } = await pageOf(silent);
  for (const after of ['0', '1']) expect(await ask(silent, { after })).toBe('events.forgotten-position');
  await happens(silent.accountRef);
  await notifications.drain();
  expect((await pageOf(silent, { after: next })).events).toHaveLength(1);
  expect(await ask(silent, { after: '1' })).toBe('events.forgotten-position');
});

test('with its account all goes that its programs were to learn', async () => {
  const caller = await partner();
  await happens(caller.accountRef);
  await notifications.drain();
  const { accountRef } = caller;
  await notifications.requests.append('accounts', 'account.erased', { accountRef }, { tenantRef: accountRef });
  await notifications.drain();
  await cutPartnerEvents(notifications.owner, null);
  for (const table of ['partner', 'partner_tenant', 'partner_event']) {
    const rows = await notifications.rows(`select 1 from notifications.${table} where partner_ref = $1`, [accountRef]);
    expect(rows, table).toEqual([]);
  }
});

test('asking again writes nothing', async () => {
  const caller = await partner();
  const written = async () => {
    const [row] = await notifications.rows<{ xmin: string; ctid: string }>(
      'select p.xmin::text, p.ctid::text from notifications.partner p where p.partner_ref = $1',
      [caller.accountRef],
    );
    return row;
  };
  const before = await written();
  for (let turn = 0; turn < 5; turn += 1) await ask(caller);
  expect(await written()).toEqual(before);
});

test('after the commit a partner is rung for', async () => {
  const caller = await partner();
  let rings = 0;
  using _ = await notifications.bells.on(`partner:${caller.accountRef}`, () => {
    rings += 1;
  });
  await happens(caller.accountRef);
  await expect.poll(() => rings).toBe(1);
});
