import { createHash } from 'node:crypto';
import {
  createOwnLog,
  type EventConditions,
  type LogHistory,
  readEventText,
  TooMuchToSearch,
} from '@onceover/event-store';
import { bucketSqlOf } from '@onceover/schema/events/buckets';
import { catalog } from '@onceover/schema/events/catalog';
import { logCallsOf } from '@onceover/schema/internal/log-history';
import { createInternalCalls } from '@onceover/service-kit/internal-call';
import { answerLogCalls, logHistoryBy } from '@onceover/service-shell/log-calls';
import { eventually } from '@onceover/testing/eventually';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anonymous } from './test-support/anonymous.ts';
import { aCustomer } from './test-support/customer.ts';
import { startTestSecrets, type TestSecrets } from './test-support/test-secrets.ts';
import { aReveal, aShare } from './test-support/wishes.ts';

let secrets: TestSecrets;
let owned: string;
let direct: LogHistory;
beforeAll(async () => {
  secrets = await startTestSecrets();
  const { concealSecret, revealSecret } = secrets.useCases;
  const { secretKey } = await concealSecret(aShare({ passphrase: 'tea' }), anonymous());
  await revealSecret(aReveal(secretKey, { passphrase: 'coffee' }), anonymous()).catch(() => undefined);
  await revealSecret(aReveal(secretKey, { passphrase: 'tea' }), anonymous());
  const customer = aCustomer();
  owned = customer.accountRef;
  await concealSecret(aShare(), customer);
  direct = createOwnLog({
    pool: secrets.parts.pool,
    schema: 'secrets',
    service: 'secrets',
    bucket: bucketSqlOf(catalog),
  });
  // Positions are settled once no transaction of the cluster can precede them.
  await eventually(async () => expect(await direct.events({}, 10)).toHaveLength(4), { withinMs: 30_000 });
});
afterAll(() => secrets[Symbol.asyncDispose]());

/** As between two processes: what travels is JSON. */
function byCalls(owner: LogHistory): LogHistory {
  const calls = createInternalCalls();
  const overTheWire = answerLogCalls(logCallsOf('secrets'), owner).map(({ call, handle }) => ({
    call,
    handle: async (input: never) => JSON.parse(JSON.stringify(await handle(input))),
  }));
  calls.register(overTheWire);
  return logHistoryBy(calls.ask, logCallsOf('secrets'));
}

const adapters: [string, (owner: LogHistory) => LogHistory][] = [
  ['beside the tables', (owner) => owner],
  ['by calls', byCalls],
];

describe.each(adapters)('the history of a log, %s', (_name, adapterOn) => {
  const historyOf = () => adapterOn(direct);
  const typesOf = (events: readonly { readonly type: string }[]) => events.map(({ type }) => type);
  const all = ['secret.created', 'secret.opening_refused', 'secret.received', 'secret.created'];

  test('pages through its events, as handlers get them', async () => {
    const events = await historyOf().events({}, 1_000);
    expect(typesOf(events)).toEqual(all);
    const [first, , third, fourth] = events;
    expect(first).toMatchObject({
      source: 'secrets',
      version: 1,
      schemaVersion: 1,
      category: 'secret',
      tenantRef: null,
    });
    expect(first?.occurredAt).toBeInstanceOf(Date);
    expect(first?.meta).toMatchObject({ actor: { kind: 'anonymous' }, surface: expect.any(String) });
    expect([fourth?.tenantRef, third?.data]).toEqual([owned, { by: 'anonymous' }]);
    expect(typesOf(await historyOf().events({}, 2))).toEqual(all.slice(0, 2));
    const range = { after: first?.position ?? expect.fail(), upTo: third?.position ?? expect.fail() };
    expect(await historyOf().events(range, 1_000)).toEqual(events.slice(1, 3));
  });

  test('pages through the texts that are hashed', async () => {
    const [events, texts] = [await historyOf().events({}, 1_000), await historyOf().texts({}, 1_000)];
    const read = texts.map((text) => readEventText('secrets', text));
    expect(read.map(({ position }) => position)).toEqual(events.map(({ position }) => position));
    expect(read.at(-1)?.said).toEqual(events.at(-1));
    const after = events[2]?.position ?? expect.fail();
    expect(await historyOf().texts({ after }, 1_000)).toEqual(texts.slice(3));
  });

  test('finds what belongs to nobody, with the hash that its block has', async () => {
    const since = new Date(Date.now() - 86_400_000);
    const conditions: EventConditions = { isUnowned: true, from: since, to: new Date(Date.now() + 86_400_000) };
    const found = await historyOf().search({ conditions, order: 'newest', most: 1_000 });
    expect(typesOf(found)).toEqual(all.slice(0, 3).toReversed());
    const texts = await historyOf().texts({}, 1_000);
    const leaf = createHash('sha256')
      .update(Buffer.of(0))
      .update(texts[0] ?? '')
      .digest('hex');
    expect(found.at(-1)?.leaf).toBe(leaf);
    const [received] = found;
    const only = { ...conditions, types: ['secret.received'], streams: [received?.streamId ?? ''] };
    expect(await historyOf().search({ conditions: only, order: 'oldest', most: 5 })).toEqual([received]);
  });

  test('counts by step and type', async () => {
    const steps = { from: new Date(Date.now() - 3_600_000), seconds: 86_400 * 365 };
    const counts = await historyOf().count({}, steps);
    const sums = Object.groupBy(counts, ({ type }) => type);
    const countOf = (type: string) => sums[type]?.reduce((sum, { count }) => sum + count, 0);
    expect([countOf('secret.created'), countOf('secret.received')]).toEqual([2, 1]);
  });

  test('counts again as its blocks count', async () => {
    const { counts, events, to } = await historyOf().recount({}, 50_000);
    expect([events, to]).toEqual([4, (await direct.events({}, 10)).at(-1)?.position]);
    const buckets = new Map(counts.map(({ type, bucket }) => [type, bucket]));
    expect([...buckets]).toEqual([
      ['secret.created', 0],
      ['secret.opening_refused', 0],
      ['secret.received', 0],
    ]);
    expect(await historyOf().recount({ after: to ?? expect.fail() }, 10)).toEqual({ counts: [], events: 0, to: null });
  });

  test('says when a search or a count takes longer than it may', async () => {
    const slow = adapterOn({
      ...direct,
      search: () => Promise.reject(new TooMuchToSearch()),
      count: () => Promise.reject(new TooMuchToSearch()),
    });
    await expect(slow.search({ conditions: {}, order: 'newest', most: 1 })).rejects.toThrow(TooMuchToSearch);
    await expect(slow.count({}, { from: new Date(), seconds: 60 })).rejects.toThrow(TooMuchToSearch);
  });
});
