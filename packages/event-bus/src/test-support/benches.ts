import {
  type ConsumerSource,
  createOwnLog,
  createPostgresEventSource,
  createPostgresEventStore,
  type EventStore,
  type LogEnds,
  LogWatch,
  poolSettings,
} from '@onceover/event-store';
import { createMemoryEventSource, createMemoryEventStore } from '@onceover/event-store/memory';
import { createKafkaEventSource, kafkaClient, startRelay, type TopicSpec } from '@onceover/kafka-log';
import { createLogger } from '@onceover/service-kit/logging';
import { createTestDatabase } from '@onceover/testing/database';
import type pg from 'pg';
import { inject } from 'vitest';
import type { HandlerContext } from '../consumer.ts';
import { type ConsumerStore, createPostgresConsumerStore } from '../index.ts';
import { createMemoryConsumerStore } from '../stores/memory-consumer-store.ts';
import { AS_COUNTER, AS_RELAY, COUNTER, COUNTER_JOBS, LOGS, migrateBus } from './migrate-bus.ts';

/** What the suites need, whatever is behind it: two logs, one listening service and its effects. */
export interface Bench extends AsyncDisposable {
  readonly boxes: EventStore;
  readonly crates: EventStore;
  readonly source: ConsumerSource;
  readonly store: ConsumerStore;
  /** An effect of a handler, in its transaction; if done twice, it is there twice. */
  effect(context: HandlerContext, key: string): Promise<void>;
  /** Effects that are visible, in order. */
  effects(): Promise<string[]>;
  /** Names of the waiting jobs. */
  jobs(): Promise<string[]>;
  /** As if the owner of a consumer had died and its lease had run out. */
  expireLeases(): Promise<void>;
}

interface NamedBench {
  readonly name: string;
  open(): Promise<Bench>;
}

/** Where an owner keeps a consumer until its lease has run out. */
export const leasedBenches: readonly NamedBench[] = [
  { name: 'memory', open: openMemory },
  { name: 'postgres', open: openPostgres },
  // Acknowledged after the effect has committed, as with a broker: after a crash in between the inbox drops duplicates.
  { name: 'a log in memory, effects in postgres', open: openMixed },
];

/** Where a consumer group divides what there is to read. */
export const kafkaBenches: readonly NamedBench[] = Object.entries(inject('kafka') ?? {}).map(([version, brokers]) => ({
  name: `kafka ${version}`,
  open: () => openKafka(brokers.split(',')),
}));

/** In a run that has brokers the suites run on them alone: another run has all else. */
export const benches = kafkaBenches.length > 0 ? kafkaBenches : leasedBenches;

function memoryLogs() {
  const boxes = createMemoryEventStore({ service: 'boxes', onCommitted: (news) => source.wake(news) });
  const crates = createMemoryEventStore({ service: 'crates', onCommitted: (news) => source.wake(news) });
  const source = createMemoryEventSource({ logs: [boxes.log, crates.log], pollMs: 20 });
  return { boxes, crates, source, expireLeases: async () => source.expireLeases() };
}

export async function openMemory(): Promise<Bench> {
  const store = createMemoryConsumerStore();
  const effects: string[] = [];
  return {
    ...memoryLogs(),
    store,
    effect: async ({ tx }, key) => store.atCommit(tx, () => void effects.push(key)),
    effects: async () => [...effects],
    jobs: async () => store.jobs.map(({ name }) => name),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

async function openMixed(): Promise<Bench> {
  return { ...(await openPostgres()), ...memoryLogs() };
}

const KAFKA_PARTITIONS = 2;
let topics = 0;

async function openKafka(brokers: readonly string[]): Promise<Bench> {
  const bench = await openPostgres();
  const kafka = kafkaClient({ brokers, clientId: 'event-bus-bench' }, createLogger('kafka'));
  const prefix = `bench-${process.pid}-${Date.now()}-${++topics}.`;
  const topicOf = (name: string): TopicSpec => ({
    name: `${prefix}${name}.events.v1`,
    partitions: KAFKA_PARTITIONS,
    retentionDays: 14,
    copies: 1,
    leastCopies: 1,
  });
  await using stack = new AsyncDisposableStack();
  stack.use(bench);
  const logger = createLogger('relay');
  for (const log of LOGS) {
    stack.use(await startRelay({ kafka, topic: topicOf(log), pool: bench.asRelay(), log, logger }));
  }
  const source = createKafkaEventSource({
    kafka,
    pool: bench.asCounter,
    schema: COUNTER,
    topics: Object.fromEntries(LOGS.map((log) => [log, topicOf(log)])),
    owners: {
      ...bench.source.history,
      horizon: async (log) => (await bench.endsOf(log)).horizon,
      published: async (log) => (await bench.endsOf(log)).published ?? undefined,
    },
    groupPrefix: prefix,
    onError: () => undefined,
  });
  const owned = stack.move();
  return { ...bench, source, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** The database behind it, too. */
export interface PostgresBench extends Bench {
  rows<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** A pool of one connection, as the listening service. */
  session(): pg.Pool;
  /** Connections of the listening service. */
  readonly asCounter: pg.Pool;
  /** Connections of the role that relays work as. */
  asRelay(): pg.Pool;
  endsOf(log: string): Promise<LogEnds>;
}

export async function openPostgres(): Promise<PostgresBench> {
  const database = await createTestDatabase({ template: 'event_bus', migrate: migrateBus });
  const writers = database.pool(poolSettings({ max: 16, name: 'event-bus-writers' }));
  const pool = database.pool({ ...poolSettings({ max: 16, name: 'event-bus-counter' }), ...AS_COUNTER });
  const logs = Object.fromEntries(LOGS.map((name) => [name, name]));
  const source = createPostgresEventSource({
    onError: () => undefined,
    pool,
    schema: COUNTER,
    logs,
    leaseMs: 2_000,
    watch: new LogWatch({ slowestMs: 50 }),
  });
  const logOf = (name: string) =>
    createPostgresEventStore({ pool: writers, schema: name, service: name, onCommitted: (news) => source.wake(news) });
  return {
    boxes: logOf('boxes'),
    crates: logOf('crates'),
    source,
    store: createPostgresConsumerStore({ pool, schema: COUNTER }),
    async effect({ tx }, key) {
      await tx.raw('insert into counter.effects (key) values (?)', [key]);
    },
    async effects() {
      const { rows } = await pool.query<{ key: string }>('select key from counter.effects order by n');
      return rows.map(({ key }) => key);
    },
    async jobs() {
      const { rows } = await pool.query<{ name: string }>(
        `select t.identifier as name from ${COUNTER_JOBS}._private_jobs j
         join ${COUNTER_JOBS}._private_tasks t on t.id = j.task_id order by j.id`,
      );
      return rows.map(({ name }) => name);
    },
    asCounter: pool,
    asRelay: () => database.pool({ ...poolSettings({ max: 4, name: 'event-bus-relay' }), ...AS_RELAY }),
    endsOf: (log) => createOwnLog({ pool: writers, schema: log, service: log, bucket: '0' }).ends(),
    rows: async (text, values = []) => (await pool.query(text, [...values])).rows,
    session: () => database.pool({ ...poolSettings({ max: 1, name: 'event-bus-session' }), ...AS_COUNTER }),
    async expireLeases() {
      await writers.query(`update counter.checkpoints set leased_until = '-infinity'`);
    },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}
