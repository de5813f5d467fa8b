import { metaField } from '@onceover/event-store';
import type { Caller } from '@onceover/schema/caller';
import { customer, visitor } from '@onceover/schema/test-support/callers';
import { newId } from '@onceover/service-kit/ids';
import { parse } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestAudit, type TestAudit } from '../../../test-support/test-audit.ts';

let audit: TestAudit;
const [nina, tom, ninas, nobodys] = [newId(), newId(), newId(), newId()];
beforeAll(async () => {
  audit = await startTestAudit();
  const { append, drain, shortkeys } = audit;
  await append('secrets', 'secret.created', {}, { tenantRef: nina, streamId: ninas });
  await append('secrets', 'secret.created', {}, { streamId: nobodys });
  await append('accounts', 'security.sign_in_failed', {}, { tenantRef: tom, networkTag: 'bGFwdG9w' });
  await append('secrets', 'secret.received', {}, { streamId: nobodys, after: 1 });
  await append('secrets', 'secret.burned', {}, { tenantRef: nina, streamId: ninas, after: 1 });
  shortkeys.set('k3v9q2mx', [nobodys]);
  await drain();
});
afterAll(() => audit[Symbol.asyncDispose]());

const colonel = customer(newId(), { role: 'colonel', hasSecondFactor: true });

const entry = z.object({
  id: z.string(),
  at: z.string(),
  action: z.string(),
  outcome: z.string(),
  target: z.string(),
  account: z.string().nullable(),
  seq: z.number().nullable(),
  prevHash: z.string().nullable(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});
const trailSchema = z.object({ entries: z.array(entry), endCursor: z.string().nullable() });
const searching = parse(`query ($first: Int!, $after: String, $filter: AuditFilter, $order: AuditOrder!) {
  auditTrail(first: $first, after: $after, filter: $filter, order: $order) {
    entries { id at action outcome target account seq prevHash hash } endCursor } }`);

async function ask(document: typeof searching, variables: object, caller: Caller = colonel) {
  return await audit.service.subgraph.execute({ document, variables: { ...variables }, caller });
}
async function search(wanted: object = {}) {
  const { data, errors } = await ask(searching, { first: 50, order: 'NEWEST', ...wanted });
  expect(errors).toBeUndefined();
  return trailSchema.parse(data?.auditTrail);
}
const actionsOf = async (filter: object) => (await search({ filter })).entries.map(({ action }) => action);

test('a colonel sees what was recorded of all accounts and of secrets that belong to nobody, by time', async () => {
  const { entries, endCursor } = await search();
  expect(entries.map(({ action, account }) => [action, account])).toEqual([
    ['secret.burned', nina],
    ['secret.received', null],
    ['security.sign_in_failed', tom],
    ['secret.created', null],
    ['secret.created', nina],
  ]);
  expect(endCursor).toBeNull();
  const oldest = (await search({ order: 'OLDEST' })).entries;
  expect(oldest).toEqual(entries.toReversed());
});

test('page by page, in both orders, everything comes once', async () => {
  const all = (await search()).entries.map(({ id }) => id);
  for (const order of ['NEWEST', 'OLDEST']) {
    const ids: string[] = [];
    let after: string | null = null;
    do {
      const page: z.infer<typeof trailSchema> = await search({ first: 2, after, order });
      ids.push(...page.entries.map(({ id }) => id));
      after = page.endCursor;
    } while (after !== null);
    expect(ids).toEqual(order === 'NEWEST' ? all : all.toReversed());
  }
});

test('every condition narrows the search, also for what belongs to nobody', async () => {
  const second = Math.floor(Date.now() / 1000);
  expect(await actionsOf({ target: ninas })).toEqual(['secret.burned', 'secret.created']);
  expect(await actionsOf({ actionPrefixes: ['security'] })).toEqual(['security.sign_in_failed']);
  expect(await actionsOf({ actionPrefixes: ['secret.created', 'security'] })).toHaveLength(3);
  expect(await actionsOf({ outcome: 'FAILED' })).toEqual(['security.sign_in_failed']);
  expect(await actionsOf({ outcome: 'DONE' })).toHaveLength(4);
  expect(await actionsOf({ actor: 'system' })).toHaveLength(5);
  expect(await actionsOf({ actor: newId() })).toEqual([]);
  expect(await actionsOf({ requestId: 'req-test' })).toHaveLength(5);
  expect(await actionsOf({ networkTag: 'bGFwdG9w' })).toEqual(['security.sign_in_failed']);
  expect(await actionsOf({ requestId: 'another' })).toEqual([]);
  expect(await actionsOf({ from: second - 600, to: second + 600 })).toHaveLength(5);
  expect(await actionsOf({ to: second - 600 })).toEqual([]);
  expect(await actionsOf({ from: second + 600 })).toEqual([]);
});

test('the time of blocks leaves out nothing of a log that lies between two times', async () => {
  const { cover, rows, append } = audit;
  const between = newId();
  await append('secrets', 'secret.created', {}, { streamId: between });
  await cover('secrets');
  expect((await rows(`select from audit.blocks where log = 'secrets'`)).length).toBeGreaterThan(0);
  const [{ at } = { at: new Date() }] = await rows<{ at: Date }>(
    'select occurred_at as at from secrets.events where stream_id = $1',
    [between],
  );
  const second = Math.floor(at.getTime() / 1000);
  expect(await actionsOf({ target: between, from: second, to: second + 1 })).toEqual(['secret.created']);
  expect(await actionsOf({ target: between, to: second })).toEqual([]);
  expect(await actionsOf({ target: between, from: second + 1 })).toEqual([]);
});

test.each<[object, RegExp]>([
  [{ from: 2, to: 1 }, /from is before to/],
  [{ from: -1 }, /from is a time from 1970 on/],
  [{ to: 1e12 }, /before the year 10000/],
  [{ actor: 'nina@example.test' }, /reference of an account/],
  [{ actionPrefixes: ['sec'] }, /no action begins like this/],
  [{ actionPrefixes: Array.from({ length: 51 }, () => 'secret') }, /at most 50/],
  [{ target: 'x'.repeat(31) }, /short key/],
  [{ requestId: 'x'.repeat(201) }, /at most 200/],
  [{ requestId: '' }, /not empty/],
  [{ networkTag: '192.0.2.0/24' }, /8 characters/],
])('a filter beyond its bounds is refused with what to write: %j', async (filter, message) => {
  const { errors } = await ask(searching, { first: 1, order: 'NEWEST', filter });
  expect(errors?.[0]?.message).toMatch(message);
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_INPUT' });
});

test('a cursor that is not ours is refused', async () => {
  for (const after of ['x', Buffer.from('{"logs":{"secrets":"1"}}').toString('base64url'), "' or 1=1"]) {
    const { errors } = await ask(searching, { first: 1, order: 'NEWEST', after });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_INPUT', reason: 'cursor' });
  }
});

const countSchema = z.object({ at: z.number(), all: z.number(), unowned: z.number(), failed: z.number() });

test('the histogram counts the same as the list, and what failed', async () => {
  const now = Math.floor(Date.now() / 1000);
  const counting = parse(`query ($from: UnixTime!, $to: UnixTime!) {
    auditHistogram(from: $from, to: $to) { step counts { at all unowned failed } } }`);
  const { data, errors } = await ask(counting, { from: now - 86_400, to: now + 60 });
  expect(errors).toBeUndefined();
  const { step, counts } = z.object({ step: z.number(), counts: z.array(countSchema) }).parse(data?.auditHistogram);
  const { entries } = await search();
  expect(step).toBe(900);
  expect(counts.reduce((sum, { all }) => sum + all, 0)).toBe(entries.length);
  const ofNobody = entries.filter(({ account }) => account === null).length;
  expect(ofNobody).toBeGreaterThan(0);
  expect(counts.reduce((sum, { unowned }) => sum + unowned, 0)).toBe(ofNobody);
  expect(counts.reduce((sum, { failed }) => sum + failed, 0)).toBe(1);
  expect(counts.every(({ at }) => at % 900 === 0 && at <= now)).toBe(true);
});

test('nobody but a colonel with the second factor searches', async () => {
  const all = [
    searching,
    parse('{ auditHistogram(from: 1, to: 2) { step } }'),
    parse('{ auditChainStatus { checked } }'),
  ];
  const token = { ...colonel, credential: { kind: 'token' as const, ref: 't', scopes: ['account'] } };
  for (const caller of [
    visitor,
    { ...colonel, role: 'customer' as const },
    { ...colonel, hasSecondFactor: false },
    token,
  ]) {
    for (const document of all) {
      const { errors } = await ask(document, { first: 1, order: 'NEWEST' }, caller);
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'NOT_AUTHORIZED' });
    }
  }
});

test('one anonymous secret is followed by its short key or its reference', async () => {
  // That somebody looks is recorded too, a moment later.
  const actionPrefixes = ['secret'];
  expect(await actionsOf({ target: 'k3v9q2mx', actionPrefixes })).toEqual(['secret.received', 'secret.created']);
  expect(await actionsOf({ target: nobodys, actionPrefixes })).toEqual(['secret.received', 'secret.created']);
  expect(await actionsOf({ target: 'zzzzzzzz' })).toEqual([]);
});

test('that a colonel looks for a short key is recorded, once in a while, by the reference of what was found', async () => {
  const { rows, drain } = audit;
  audit.shortkeys.set('a7b8c9d0', [ninas]);
  for (let search = 0; search < 3; search++) await actionsOf({ target: 'a7b8c9d0' });
  await drain();
  const recorded = await rows(
    `select e.data->>'targetRef' as target, ${metaField('actorRef')} as by from audit.events e
     where e.type = 'operator.action_taken' and e.data->>'targetRef' = $1`,
    [ninas],
  );
  expect(recorded).toEqual([{ target: ninas, by: colonel.accountRef }]);
});

test('a changed entry breaks the chain, and both neighbours are named', async () => {
  const { rows, service } = audit;
  const status = parse('{ auditChainStatus { checked broken { entry before } signed { number } } }');
  const [first, second] = await rows<{ id: string }>(
    `select event_id as id from audit.entries where tenant_ref = $1 order by seq`,
    [nina],
  );
  const sound = await ask(status, {});
  expect(sound.data?.auditChainStatus).toMatchObject({ broken: null });
  await rows(`alter table audit.entries disable trigger user`);
  await rows(`update audit.entries set action = 'secret.expired' where event_id = $1`, [second?.id]);
  await using later = await auditAgain(service);
  const { data } = await later(status);
  expect(data?.auditChainStatus).toMatchObject({ broken: { entry: second?.id, before: first?.id } });
});

/** What was found is kept for some seconds; another moment checks anew. */
async function auditAgain(service: TestAudit['service']) {
  const real = performance.now.bind(performance);
  performance.now = () => real() + 60_000;
  const again = (document: typeof searching) => service.subgraph.execute({ document, variables: {}, caller: colonel });
  return Object.assign(again, {
    async [Symbol.asyncDispose]() {
      performance.now = real;
    },
  });
}
