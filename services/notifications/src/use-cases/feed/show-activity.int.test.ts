import type { Caller } from '@onceover/schema/caller';
import { deskTenant } from '@onceover/schema/events/tenants';
import { customer, visitor } from '@onceover/schema/test-support/callers';
import { newId } from '@onceover/service-kit/ids';
import { parse } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestNotifications, type TestNotifications } from '../../test-support/test-notifications.ts';

const desk = 'desk@example.test';
let notifications: TestNotifications;
beforeAll(async () => {
  notifications = await startTestNotifications({ incomingRecipient: desk });
});
afterAll(() => notifications[Symbol.asyncDispose]());

const document = parse(`query ($after: ID, $first: Int!) {
  activity(after: $after, first: $first) { head items { seq kind about at customer { id } } } }`);

interface Page {
  readonly head: string;
  readonly items: readonly { readonly seq: string; readonly kind: string; readonly about: string }[];
}
async function ask(caller: Caller, after: string | null = null, first = 50): Promise<Page | string> {
  const { data, errors } = await notifications.service.subgraph.execute({
    document,
    variables: { after, first },
    caller,
  });
  return errors === undefined ? (data?.activity as Page) : String(errors[0]?.extensions.code);
}
async function pageOf(caller: Caller, after: string | null = null, first = 50): Promise<Page> {
  const page = await ask(caller, after, first);
  if (typeof page === 'string') throw new Error(page);
  return page;
}

async function happens(tenantRef: string, times: number): Promise<void> {
  const { requests, drain } = notifications;
  for (let made = 0; made < times; made += 1) {
    await requests.append('secrets', 'secret.created', { kind: 'share' }, { tenantRef });
    if (made % 3 === 0) await requests.append('accounts', 'domain.verified', {}, { tenantRef });
  }
  await drain();
}

test('without a place the last minute comes first, and from the end of the feed nothing', async () => {
  const caller = customer(newId());
  expect((await pageOf(caller)).items).toEqual([]);
  await happens(caller.accountRef, 2);
  const page = await pageOf(caller);
  expect(page.items.map(({ kind }) => kind).toSorted()).toEqual(['CREATED', 'CREATED', 'DOMAIN_CHANGED']);
  expect(page.items.at(-1)?.seq).toBe(page.head);
  await notifications.owner.query(
    `update notifications.account_feed set at = at - interval '61 s' where account_ref = $1 and log = 'secrets'`,
    [caller.accountRef],
  );
  expect((await pageOf(caller)).items.map(({ kind }) => kind)).toEqual(['DOMAIN_CHANGED']);
  expect((await pageOf(caller, page.head)).items).toEqual([]);
});

test('a feed read on from the place seen last has everything once, whatever the page', async () => {
  const caller = customer(newId());
  const start = (await pageOf(caller)).head;
  await happens(caller.accountRef, 20);
  const all = (await pageOf(caller, start)).items;
  expect(all).toHaveLength(27);
  for (const first of [1, 4, 200]) {
    const seen: string[] = [];
    for (let after = start; ; ) {
      const { items, head } = await pageOf(caller, after, first);
      seen.push(...items.map(({ seq, about }) => `${seq} ${about}`));
      after = items.at(-1)?.seq ?? head;
      if (items.length === 0) break;
    }
    expect(seen).toEqual(all.map(({ seq, about }) => `${seq} ${about}`));
  }
});

test('a thousand missed entries are read on without a gap or a repeat', async () => {
  const caller = customer(newId());
  await happens(caller.accountRef, 1);
  const { head } = await pageOf(caller);
  await notifications.owner.query(
    `insert into notifications.account_feed
       select account_ref, log, seq + n, gen_random_uuid(), kind, gen_random_uuid(), at + n * interval '1 ms'
         from notifications.account_feed, generate_series(1, 1000) n where account_ref = $1 and log = 'secrets'`,
    [caller.accountRef],
  );
  await notifications.owner.query(
    `update notifications.account_feed_heads set seq = seq + 1000 where account_ref = $1 and log = 'secrets'`,
    [caller.accountRef],
  );
  const seen = new Set<string>();
  let pages = 0;
  for (let after = head; ; pages += 1) {
    const { items } = await pageOf(caller, after, 200);
    for (const { about } of items) {
      expect(seen.has(about)).toBe(false);
      seen.add(about);
    }
    if (items.length === 0) break;
    after = items.at(-1)?.seq ?? after;
  }
  expect([seen.size, pages]).toEqual([1000, 5]);
});

test('a place that is malformed, another account’s, of the future or cut off says that all must be read anew', async () => {
  const [caller, other] = [customer(newId()), customer(newId())];
  await happens(caller.accountRef, 3);
  await happens(other.accountRef, 3);
  const { head, items } = await pageOf(caller);
  const first = items[0]?.seq ?? '';
  const mark = head.slice(0, head.indexOf('.'));
  const strange = [
    '',
    'x',
    '0',
    '99',
    "' or 1=1",
    `${mark}.1.1`,
    `${mark}.1.1.1.1.1.1`,
    `${mark}.-1.0.0`,
    `${mark}.1e3.0.0`,
  ];
  const future = [`${mark}.4.0.0`, `${mark}.999999999999999.0.0`, `${mark}.9999999999999999999999.0.0`];
  for (const after of [...strange, ...future, 'x'.repeat(10_000), (await pageOf(other)).head]) {
    expect([after.slice(0, 40), await ask(caller, after)]).toEqual([after.slice(0, 40), 'RESYNC_REQUIRED']);
  }
  expect((await pageOf(caller, first)).items).toHaveLength(items.length - 1);
  await notifications.owner.query(
    `update notifications.account_feed_heads set cut = 2 where account_ref = $1 and log = 'secrets'`,
    [caller.accountRef],
  );
  expect(await ask(caller, first)).toBe('RESYNC_REQUIRED');
  expect(await ask(caller, head)).toMatchObject({ items: [] });
});

test('the desk follows what was sent to it and its own, and nobody else does', async () => {
  const { requests, drain } = notifications;
  const keeper = customer(newId(), { custid: desk });
  const streamId = newId();
  const [before, elsewhere] = [(await pageOf(keeper)).head, (await pageOf(customer(newId()))).head];
  await requests.append('secrets', 'secret.created', { kind: 'incoming' }, { tenantRef: deskTenant, streamId });
  const data = { secretId: streamId };
  await requests.append('secrets', 'incoming.submitted', data, { tenantRef: deskTenant, streamId, after: 1 });
  await requests.append('secrets', 'secret.created', { kind: 'share' }, { tenantRef: keeper.accountRef });
  await drain();
  const told = (await pageOf(keeper, before)).items.filter(({ kind }) => !kind.startsWith('EMAIL'));
  // Two feeds: what happened in the same millisecond comes in either order.
  expect(told.map(({ kind, about }) => [kind, about.split(' ')[0]]).toSorted()).toEqual([
    ['CREATED', 'secret'],
    ['INCOMING_SUBMITTED', 'submission'],
  ]);
  const other = customer(keeper.accountRef);
  expect((await pageOf(other)).items.map(({ kind }) => kind)).toEqual(['CREATED']);
  expect(await ask(other, before)).toBe('RESYNC_REQUIRED');
  expect(elsewhere).not.toBe(before);
});

test('a feed is nothing to visitors and to tokens without the scope', async () => {
  const accountRef = newId();
  const token = (...scopes: never[]) => customer(accountRef, { credential: { kind: 'token', ref: 't', scopes } });
  expect(await ask(visitor)).toBe('NOT_AUTHORIZED');
  expect(await ask(token('secrets-write' as never))).toBe('NOT_AUTHORIZED');
  expect(await ask(token('recent' as never))).toMatchObject({ items: [] });
});
