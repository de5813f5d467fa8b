import type { Caller, CustomerCaller } from '@onceover/schema/caller';
import { customer, visitor } from '@onceover/schema/test-support/callers';
import { newId } from '@onceover/service-kit/ids';
import { parse } from 'graphql';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createPostgresActivityBook, purgeCounts, recountActivity } from '../../adapters/postgres/activity-counts.ts';
import { historyIn } from '../../test-support/neighbour-logs.ts';
import { startTestAudit, type TestAudit } from '../../test-support/test-audit.ts';

let audit: TestAudit;
beforeAll(async () => {
  audit = await startTestAudit();
});
beforeEach(async () => {
  await cover();
  await audit.rows('delete from audit.activity_counts');
});
afterAll(() => audit[Symbol.asyncDispose]());

const someone = customer(newId(), { hasSecondFactor: true });
const colonel: CustomerCaller = { ...someone, role: 'colonel' };

const reading = parse(`query ($range: OverviewRange! = HOURS_48) {
  colonelOverview(range: $range) {
    today { created opened emailsFailed } yesterday { created } wrongPassphrases { lastHour hourBefore }
    hours { at created } steps { at created opened emailsFailed } openedWithin mailQueue { waiting oldest }
  }
}`);
const read = async (range = 'HOURS_48', caller: Caller = colonel) =>
  await audit.service.subgraph.execute({ document: reading, variables: { range }, caller });
const overview = async (range?: string) => overviewSchema.parse((await read(range)).data?.colonelOverview);

const hour = z.object({ at: z.int(), created: z.int() });
const step = hour.extend({ emailsFailed: z.int() });
const overviewSchema = z.object({
  today: z.object({ created: z.int(), emailsFailed: z.int() }),
  wrongPassphrases: z.object({ lastHour: z.int(), hourBefore: z.int() }),
  hours: z.array(hour),
  steps: z.array(step),
  openedWithin: z.array(z.int()),
  mailQueue: z.object({ waiting: z.int(), oldest: z.int().nullable() }),
});

const cover = () => audit.cover('secrets');
const counts = () =>
  audit.rows(
    `select at, log, type, bucket, count from audit.activity_counts where log = 'secrets' order by 1, 2, 3, 4`,
  );

/** An event that happened some time ago, in the stream of a secret that was then of an age. */
async function record(type: string, { ago = '0 s', age = '0 s', reason = '' } = {}): Promise<void> {
  await audit.owner.query(
    `insert into secrets.events (gen, stream_id, version, event_id, type, category, data, meta, occurred_at)
       select 1, uuidv7(-$2::interval - $3::interval), 1, gen_random_uuid(), $1, 'secret', jsonb_build_object('reason', $4::text), '{}', clock_timestamp() - $2::interval`,
    [type, ago, age, reason],
  );
}

test('the block that covers events counts them, by type and five minutes, whoever they belong to', async () => {
  for (let round = 0; round < 3; round += 1) await record('secret.created', { ago: '2 h' });
  await record('secret.burned');
  await cover();
  expect(await counts()).toMatchObject([
    { log: 'secrets', type: 'secret.created', bucket: 0, count: 3 },
    { log: 'secrets', type: 'secret.burned', bucket: 0, count: 1 },
  ]);
});

test('an event counts once, however many processes make blocks of it at the same time', async () => {
  for (let round = 0; round < 30; round += 1) await record('secret.created', { ago: '10 min' });
  await Promise.all([cover(), cover(), cover(), cover()]);
  await cover();
  expect((await counts()).reduce((sum, row) => sum + Number(row.count), 0)).toBe(30);
});

test('counts that went wrong are made anew from the log, and are then as they were', async () => {
  await record('secret.created', { ago: '3 h' });
  await record('secret.received', { ago: '1 h', age: '20 min' });
  await cover();
  const before = await counts();
  await audit.rows('update audit.activity_counts set count = count + 7');
  const client = await audit.owner.connect();
  try {
    await recountActivity(client, 'secrets', historyIn(audit.owner, 'secrets'));
    const anew = await counts();
    expect(anew).toEqual(expect.arrayContaining(before));
    await recountActivity(client, 'secrets', historyIn(audit.owner, 'secrets'));
    expect(await counts()).toEqual(anew);
  } finally {
    client.release();
  }
});

test('an opened secret counts by its age, which nobody has to look up', async () => {
  for (const age of ['5 s', '59 s', '2 min', '30 min', '5 h', '6 days', '20 days'])
    await record('secret.received', { age });
  await cover();
  const { openedWithin } = await overview();
  expect(openedWithin).toEqual([2, 1, 1, 1, 1, 1]);
});

test('an email that came back counts with those that failed', async () => {
  const before = await overview();
  for (const type of ['delivery.failed', 'delivery.bounced', 'delivery.bounced']) await record(type);
  await cover();
  const { today, steps } = await overview();
  expect(today.emailsFailed - before.today.emailsFailed).toBe(3);
  expect((steps.at(-1)?.emailsFailed ?? 0) - (before.steps.at(-1)?.emailsFailed ?? 0)).toBe(3);
});

test('a colonel sees today, yesterday until now, two days by the hour and thirty by the day', async () => {
  await record('secret.created');
  await record('secret.created', { ago: '24 hours 10 min' });
  await record('secret.created', { ago: '7 days' });
  await record('secret.opening_refused', { ago: '10 min', reason: 'wrong-passphrase' });
  await record('secret.opening_refused', { ago: '90 min', reason: 'wrong-passphrase' });
  for (const reason of ['late', 'locked']) await record('secret.opening_refused', { reason });
  await cover();
  const byHour = await overview();
  expect(byHour.today.created).toBe(1);
  expect(byHour.wrongPassphrases).toEqual({ lastHour: 1, hourBefore: 1 });
  expect([byHour.hours.length, byHour.steps.length]).toEqual([24, 48]);
  expect(byHour.steps.at(-1)?.created).toBe(1);
  expect(byHour.steps.reduce((sum, { created }) => sum + created, 0)).toBe(2);
  const byDay = await overview('DAYS_30');
  expect(byDay.steps).toHaveLength(30);
  expect(byDay.steps.at(-8)?.created).toBe(1);
  expect((byDay.steps[1]?.at ?? 0) - (byDay.steps[0]?.at ?? 0)).toBe(86_400);
  expect(byDay.mailQueue).toEqual({ waiting: 1, oldest: Date.parse('2026-11-22T10:00:00Z') / 1_000 });
});

test('what nobody can ask for any more is deleted', async () => {
  await record('secret.created', { ago: '33 days' });
  await record('secret.created');
  await cover();
  await purgeCounts(audit.owner);
  expect(await counts()).toHaveLength(1);
});

test('nobody but a colonel sees any of it', async () => {
  const withoutSecondStep = { ...colonel, hasSecondFactor: false };
  for (const caller of [visitor, someone, withoutSecondStep]) {
    const { data, errors } = await read('HOURS_48', caller);
    expect(data ?? null).toBeNull();
    expect(errors?.[0]?.extensions.code).toBe('NOT_AUTHORIZED');
  }
});

test('reading the overview reads no log', async () => {
  const book = createPostgresActivityBook(audit.owner);
  const scanned = async () =>
    (await audit.rows(`select sum(seq_scan + idx_scan) as scans from pg_stat_user_tables where relname = 'events'`))[0];
  await audit.rows('select pg_stat_force_next_flush()');
  const before = await scanned();
  await book.figures();
  await book.steps('hour', new Date(Date.now() - 86_400_000));
  await book.ages(new Date(Date.now() - 86_400_000));
  await audit.rows('select pg_stat_force_next_flush()');
  expect(await scanned()).toEqual(before);
});

const pulse = parse(`{ colonelPulse { today { created } eventsPerMinute lagSeconds mailQueue { waiting }
  tail { at log action target surface } } }`);
const health =
  parse(`{ systemHealth { postgres services { service isReachable consumers { consumer source lagEvents halt { eventId } }
  deadLetters { eventId } connections { most } settings { name value } epochs { number } disk { freeMegabytes } } } }`);
const pulseSchema = z.object({ tail: z.array(z.looseObject({})), eventsPerMinute: z.number() });
const healthSchema = z.object({ postgres: z.string(), services: z.array(z.looseObject({ service: z.string() })) });
const ask = (document: typeof pulse, caller: Caller = colonel) =>
  audit.service.subgraph.execute({ document, variables: {}, caller });

test('the pulse counts, and shows the ten newest events of all logs by references alone', async () => {
  for (let round = 0; round < 12; round += 1) {
    await audit.append('secrets', 'secret.created', {}, { streamId: newId() });
  }
  await cover();
  const { data, errors } = await ask(pulse);
  expect(errors).toBeUndefined();
  expect(data?.colonelPulse).toMatchObject({ today: { created: 12 }, lagSeconds: 0, mailQueue: { waiting: 1 } });
  const { tail, eventsPerMinute } = pulseSchema.parse(data?.colonelPulse);
  expect(eventsPerMinute).toBeGreaterThan(1);
  expect(tail).toHaveLength(10);
  for (const event of tail) {
    expect(event).toMatchObject({
      log: 'secrets',
      action: 'secret.created',
      target: expect.stringMatching(/^[0-9a-f]{8}$/),
    });
  }
});

test('the system page knows its own service, and says of others that they do not answer', async () => {
  const { data, errors } = await ask(health);
  expect(errors).toBeUndefined();
  const { postgres, services } = healthSchema.parse(data?.systemHealth);
  expect(postgres).toMatch(/^\d+/);
  expect(services.map(({ service, isReachable }) => [service, isReachable])).toEqual([
    ['secrets', false],
    ['accounts', false],
    ['notifications', true],
    ['audit', true],
  ]);
  const own = services[3];
  expect(own?.consumers).toContainEqual(
    expect.objectContaining({ consumer: 'audit.trail@1', source: 'secrets', halt: null }),
  );
  expect(own).toMatchObject({ deadLetters: [], connections: { most: 3 }, epochs: null, disk: null });
  const settings = JSON.stringify(own?.settings);
  expect(settings).toContain('ONCEOVER_KEYS_DIR');
});

test('pulse and system are for colonels alone', async () => {
  for (const caller of [visitor, someone, { ...colonel, hasSecondFactor: false }]) {
    for (const document of [pulse, health]) {
      const { data, errors } = await ask(document, caller);
      expect(data ?? null).toBeNull();
      expect(errors?.[0]?.extensions.code).toBe('NOT_AUTHORIZED');
    }
  }
});
