import { newId } from '@onceover/service-kit/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anonymous } from '../../test-support/anonymous.ts';
import { aCustomer, byToken, handleOf } from '../../test-support/customer.ts';
import { startTestSecrets, type TestSecrets } from '../../test-support/test-secrets.ts';
import { aBurn, aReveal, aShare } from '../../test-support/wishes.ts';
import type { RecentPage } from './list-recent.ts';

let secrets: TestSecrets;
beforeAll(async () => {
  secrets = await startTestSecrets();
});
afterAll(() => secrets[Symbol.asyncDispose]());

const recent = (caller: Parameters<TestSecrets['useCases']['listRecent']>[1], change = {}) =>
  secrets.useCases.listRecent({ first: 50, after: null, status: null, states: null, search: null, ...change }, caller);
const age = (secretKey: string, interval: string) =>
  secrets.rows(
    `update secrets.secret set created = created - $2::interval, expires = expires - $2::interval where lookup = $1`,
    [secrets.parts.ports.keys.lookupOf(secretKey), interval],
  );
const keysOf = ({ nodes }: RecentPage) => nodes.map(({ key }) => key);

test('an owner sees their own secrets by handle, newest first, without any link', async () => {
  const owner = aCustomer();
  const first = await secrets.useCases.concealSecret(aShare({ passphrase: 'plum' }), owner);
  await age(first.secretKey, '1 day');
  const second = await secrets.useCases.concealSecret(aShare(), owner);
  await secrets.useCases.concealSecret(aShare(), aCustomer());
  await secrets.useCases.concealSecret(aShare(), anonymous());
  const page = await recent(owner);
  expect(keysOf(page)).toEqual([await handleOf(secrets, second.secretKey), await handleOf(secrets, first.secretKey)]);
  expect(page.nodes[0]).toEqual({
    ...second.metadata,
    key: await handleOf(secrets, second.secretKey),
    secretKey: null,
    isByOwnerHandle: true,
    label: null,
  });
  expect(page).toMatchObject({ end: null, counts: { received: 0, notReceived: 2 } });
  expect(JSON.stringify(page)).not.toContain(second.secretKey);
  expect(JSON.stringify(page)).not.toContain(second.metadata.key);
});

test('received and burned ones are kept apart from the rest, which includes expired ones', async () => {
  const owner = aCustomer();
  const made = [];
  for (let index = 0; index < 4; index += 1) made.push(await secrets.useCases.concealSecret(aShare(), owner));
  const [open, received, burned, expired] = made;
  if (!open || !received || !burned || !expired) throw new Error('four were made');
  await secrets.useCases.revealSecret(aReveal(received.secretKey), anonymous());
  await secrets.useCases.burnSecret(aBurn(burned.metadata.key), anonymous());
  await age(expired.secretKey, '2 hours');
  const done = await recent(owner, { status: 'received' });
  expect(done.nodes.map(({ state }) => state).toSorted()).toEqual(['burned', 'received']);
  const rest = await recent(owner, { status: 'not-received' });
  expect(rest.nodes.map(({ state }) => state).toSorted()).toEqual(['expired', 'new']);
  expect(done.counts).toEqual({ received: 2, notReceived: 2 });
  expect(rest.counts).toEqual(done.counts);
});

test('pages follow each other without gap or repeat, also where instants are the same', async () => {
  const owner = aCustomer();
  const made = await Promise.all(Array.from({ length: 23 }, () => secrets.useCases.concealSecret(aShare(), owner)));
  const lookups = made.map(({ secretKey }) => secrets.parts.ports.keys.lookupOf(secretKey));
  await secrets.rows(`update secrets.secret set created = date_trunc('second', created) where lookup = any($1)`, [
    lookups,
  ]);
  const seen: string[] = [];
  let after: RecentPage['end'] = null;
  do {
    const page: RecentPage = await recent(owner, { first: 5, after });
    seen.push(...keysOf(page));
    after = page.end;
  } while (after !== null);
  expect(seen).toHaveLength(23);
  expect(new Set(seen).size).toBe(23);
});

test('the list goes back 30 days, and the newest 1,000', async () => {
  const owner = aCustomer();
  const old = await secrets.useCases.concealSecret(aShare(), owner);
  await age(old.secretKey, '30 days 1 minute');
  expect(await recent(owner)).toMatchObject({ nodes: [], counts: { received: 0, notReceived: 0 } });
  await Promise.all(Array.from({ length: 1003 }, () => secrets.useCases.concealSecret(aShare(), owner)));
  const page = await recent(owner, { first: 5000 });
  expect(page.nodes).toHaveLength(1000);
  expect(page.end).toBeNull();
});

describe('the list is for', () => {
  test('sessions, and tokens with the scope', async () => {
    const owner = aCustomer();
    expect((await recent(byToken(owner, 'recent'))).nodes).toEqual([]);
    for (const caller of [anonymous(), byToken(owner, 'secrets-write', 'secrets-read-meta')]) {
      await expect(recent(caller)).rejects.toMatchObject({ name: 'NotAuthorizedError' });
    }
  });

  test('what its owner concealed, not what verifies their account', async () => {
    const owner = aCustomer();
    await secrets.useCases.concealVerification(owner.accountRef, newId());
    expect(await recent(owner)).toMatchObject({ nodes: [], counts: { received: 0, notReceived: 0 } });
  });
});

test('the list is read by the index of owner and creation', async () => {
  const plan = await secrets.rows<{ 'QUERY PLAN': string }>(
    `explain select from secrets.secret s where s.owner_ref = '${newId()}' and s.kind <> 'verification'
       and s.created > (select clock_timestamp() - interval '30 days') order by s.created desc limit 1000`,
  );
  expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('secret_recents');
});

describe('a search', () => {
  test('finds short keys and recipients in any case, in every state that is asked for, page by page', async () => {
    const owner = aCustomer();
    const mailed = await secrets.useCases.concealSecret(aShare(), owner);
    await secrets.rows(`update secrets.secret set recipients_obscured = 'mi*****@e*****.com' where lookup = $1`, [
      secrets.parts.ports.keys.lookupOf(mailed.secretKey),
    ]);
    const burned = await secrets.useCases.concealSecret(aShare(), owner);
    await secrets.useCases.burnSecret(aBurn(burned.metadata.key), anonymous());
    const found = async (search: string, change = {}) =>
      (await recent(owner, { search, ...change })).nodes.map(({ secretShortkey }) => secretShortkey);
    expect(await found('MI***')).toEqual([mailed.metadata.secretShortkey]);
    expect(await found(` ${burned.metadata.secretShortkey.toUpperCase()} `)).toEqual([burned.metadata.secretShortkey]);
    expect(await found(burned.metadata.shortkey)).toEqual([burned.metadata.secretShortkey]);
    expect(await found(burned.metadata.shortkey, { states: ['new'] })).toEqual([]);
    expect(await found('nothing of the kind')).toEqual([]);
    expect(await found('   ')).toHaveLength(2);
  });

  test('is answered in pages like everything else', async () => {
    const owner = aCustomer();
    for (let made = 0; made < 3; made += 1) await secrets.useCases.concealSecret(aShare(), owner);
    const all = await recent(owner);
    const seen: string[] = [];
    let after: RecentPage['end'] = null;
    do {
      const page = await recent(owner, { first: 1, after, search: '' });
      seen.push(...keysOf(page));
      after = page.end;
    } while (after !== null);
    expect(seen).toEqual(keysOf(all));
  });
});

test('states are those of now: a secret past its lifetime is expired before anybody recorded it', async () => {
  const owner = aCustomer();
  const waiting = await secrets.useCases.concealSecret(aShare(), owner);
  const over = await secrets.useCases.concealSecret(aShare(), owner);
  await age(over.secretKey, '2 hours');
  const shown = async (...states: ('new' | 'expired')[]) =>
    (await recent(owner, { states })).nodes.map(({ secretShortkey }) => secretShortkey);
  expect(await shown('new')).toEqual([waiting.metadata.secretShortkey]);
  expect(await shown('expired')).toEqual([over.metadata.secretShortkey]);
});

test('owners find their own secrets by the ids in events, as the list shows them, and nobody else does', async () => {
  const [owner, other] = [aCustomer(), aCustomer()];
  for (let made = 0; made < 3; made += 1) await secrets.useCases.concealSecret(aShare(), owner);
  await secrets.useCases.concealVerification(owner.accountRef, newId());
  const rows = await secrets.rows<{ secret_id: string; kind: string }>(
    'select secret_id, kind from secrets.secret where owner_ref = $1',
    [owner.accountRef],
  );
  const ids = [...rows.filter(({ kind }) => kind !== 'verification').map(({ secret_id }) => secret_id), newId()];
  const shown = await secrets.useCases.showOwnSecrets(ids, owner);
  const listed = new Map((await recent(owner)).nodes.map((node) => [node.secretId, node]));
  expect(shown).toEqual([...ids.slice(0, 3).map((id) => listed.get(id)), null]);
  const verification = rows.filter(({ kind }) => kind === 'verification').map(({ secret_id }) => secret_id);
  expect(await secrets.useCases.showOwnSecrets(verification, owner)).toEqual([null]);
  for (const caller of [other, anonymous(), byToken(owner, 'secrets-write')]) {
    expect(await secrets.useCases.showOwnSecrets(ids, caller)).toEqual([null, null, null, null]);
  }
  const client = await secrets.parts.pool.connect();
  await client.query('set enable_seqscan = off');
  const plan = await client.query(`explain select from secrets.secret s
    where s.secret_id = any ('{${ids.join(',')}}'::uuid[]) and s.owner_ref is not null
      and (s.owner_ref = '${owner.accountRef}') is true`);
  client.release(true);
  expect(JSON.stringify(plan.rows)).toContain('secret_told');
});
