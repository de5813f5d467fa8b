import { createPostgresEventSource, createPostgresEventStore, poolSettings } from '@onceover/event-store';
import { createTestDatabase, type TestDatabase } from '@onceover/testing/database';
import { eventually } from '@onceover/testing/eventually';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runEventsCommand } from './cli.ts';
import type { ConsumerDefinition } from './consumer.ts';
import { createDoorbell } from './doorbell.ts';
import { createJobWorker } from './jobs/job-worker.ts';
import { startConsumers } from './start-consumers.ts';
import { createPostgresConsumerStore } from './stores/postgres-consumer-store.ts';
import { keptLog } from './test-support/definitions.ts';
import { append } from './test-support/events.ts';
import { AS_COUNTER, COUNTER, COUNTER_JOBS, migrateBus } from './test-support/migrate-bus.ts';
import { eventTools } from './tools/parts.ts';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase({ template: 'event_bus', migrate: migrateBus });
  pool = database.pool({ ...poolSettings({ max: 12, name: 'counter' }), ...AS_COUNTER });
});
afterAll(() => database[Symbol.asyncDispose]());

/** As a service does it: a doorbell for the process, a source over the logs it listens to, its consumers. */
function wired() {
  const doorbell = createDoorbell();
  const boxes = createPostgresEventStore({
    pool: database.pool(),
    schema: 'boxes',
    service: 'boxes',
    onCommitted: doorbell.ring,
  });
  const source = createPostgresEventSource({
    onError: () => undefined,
    pool,
    schema: COUNTER,
    logs: { boxes: 'boxes', crates: 'crates' },
  });
  doorbell.onRing(source.wake);
  const start = (definitions: readonly ConsumerDefinition[], log = keptLog().log) =>
    startConsumers({ pool, schema: COUNTER, source, definitions, log });
  return { boxes, start };
}

test('consumers leave connections to those who ask beside them, however many partitions they work on', async () => {
  const few = database.pool({ ...poolSettings({ max: 4, name: 'few' }), ...AS_COUNTER });
  const store = createPostgresConsumerStore({ pool: few, schema: COUNTER });
  let [open, most] = [0, 0];
  const working = Array.from({ length: 12 }, () =>
    store.transact(async () => {
      open += 1;
      most = Math.max(most, open);
      // What all the others hold does not keep it from being answered.
      await few.query('select pg_sleep(0.02)');
      open -= 1;
    }),
  );
  await Promise.all(working);
  expect(most).toBe(2);
});

const base = { version: 1, sources: ['boxes'], handles: ['box.noted'] } as const;

test('an event becomes an effect and a job in one commit, and draining waits for both', async () => {
  const { boxes, start } = wired();
  const painted: unknown[] = [];
  await using consumers = await start([
    {
      ...base,
      name: 'counter.effects',
      onError: 'park',
      async handle(events, { tx, enqueue, now }) {
        for (const { id } of events) {
          await tx.raw('insert into counter.effects (key) values (?)', [id]);
          await enqueue('paint', { eventId: id }, { runAt: now() });
        }
      },
    },
  ]);
  await using jobs = await createJobWorker({
    pool,
    schema: COUNTER_JOBS,
    log: keptLog().log,
    tasks: { paint: { run: async (payload) => void painted.push(payload.eventId) } },
  });
  await append(boxes, ['box.noted', 'box.ignored', 'box.noted']);
  await consumers.drain();
  await jobs.drain();
  const { rows } = await pool.query<{ key: string }>('select key from counter.effects order by n');
  expect(rows).toHaveLength(2);
  expect(painted.toSorted()).toEqual(rows.map(({ key }) => key).toSorted());
});

test('a halted consumer says so once, and so does draining; the others carry on', async () => {
  const { boxes } = wired();
  const handled: string[] = [];
  const { log, lines } = keptLog();
  const definitions: ConsumerDefinition[] = [
    {
      ...base,
      name: 'counter.broken',
      onError: 'halt',
      startFrom: 'end',
      handle: () => Promise.reject(new Error('no')),
    },
    {
      ...base,
      name: 'counter.fine',
      onError: 'halt',
      startFrom: 'end',
      handle: async (events) => void handled.push(...events.map(({ id }) => id)),
    },
  ];
  const source = createPostgresEventSource({
    onError: () => undefined,
    pool,
    schema: COUNTER,
    logs: { boxes: 'boxes' },
  });
  const sleep = async () => undefined;
  const options = { pool, schema: COUNTER, source, definitions, log, sleep };
  await using consumers = await startConsumers(options);
  await append(boxes, ['box.noted']);
  await eventually(() => expect(consumers.consumers.map(({ state }) => state)).toEqual(['halted', 'running']));
  await expect(consumers.drain()).rejects.toThrow('halted');
  await eventually(() => expect(handled).toHaveLength(1));
  expect(lines).toHaveLength(1);
});

test('operators work on the same tables as the consumers', async () => {
  const { boxes } = wired();
  const definition: ConsumerDefinition = {
    ...base,
    name: 'counter.operated',
    onError: 'park',
    startFrom: 'end',
    handle: () => Promise.reject(new RangeError('no room')),
  };
  const source = createPostgresEventSource({
    onError: () => undefined,
    pool,
    schema: COUNTER,
    logs: { boxes: 'boxes' },
  });
  const lines: string[] = [];
  const tools = eventTools({
    pool,
    openSession: () => pool,
    schema: COUNTER,
    source,
    definitions: [definition],
    log: keptLog().log,
  });
  const run = (argv: string) =>
    runEventsCommand(argv.split(' '), {
      open: async () => ({ services: [tools], watermarkAge: async () => 0 }),
      write: (line) => void lines.push(line),
    });
  await using consumers = await startConsumers({
    pool,
    schema: COUNTER,
    source,
    definitions: [definition],
    log: keptLog().log,
    sleep: async () => undefined,
  });
  await append(boxes, ['box.noted']);
  await consumers.drain();
  expect(await run('dlq list')).toBe(0);
  const [, eventId] = lines[0]?.split('\t') ?? [];
  expect(await run(`dlq discard --consumer counter.operated --event ${eventId} --reason maintenance`)).toBe(0);
  lines.length = 0;
  expect(await run('dlq list')).toBe(0);
  expect(lines).toEqual(['none']);
});

test('disposing releases the consumers, so that another process can have them at once', async () => {
  const { boxes, start } = wired();
  const handled: string[] = [];
  const definition: ConsumerDefinition = {
    ...base,
    name: 'counter.moving',
    onError: 'park',
    startFrom: 'end',
    handle: async (events) => void handled.push(...events.map(({ id }) => id)),
  };
  const first = await start([definition]);
  await first[Symbol.asyncDispose]();
  await using second = await wired().start([definition]);
  expect(second.consumers.map(({ state }) => state)).toEqual(['running']);
  await append(boxes, ['box.noted']);
  await second.drain();
  expect(handled).toHaveLength(1);
});

test('a definition that cannot run stops the consumers started before it', async () => {
  const { start } = wired();
  const good: ConsumerDefinition = { ...base, name: 'counter.good', onError: 'park', handle: async () => undefined };
  await expect(start([good, { ...good, name: 'counter.lost', sources: ['elsewhere'] }])).rejects.toThrow(TypeError);
  await using again = await start([good]);
  expect(again.consumers.map(({ state }) => state)).toEqual(['running']);
});
