import {
  type ConsumerPlace,
  type ConsumerSource,
  createOwnLog,
  createPostgresEventSource,
  createPostgresEventStore,
  type EventStore,
  type LogEnds,
  LogWatch,
  poolSettings,
  RELAY,
  relaySchemaOf,
} from '@onceover/event-store';
import { createMemoryEventSource, createMemoryEventStore } from '@onceover/event-store/memory';
import { consumerPlaces } from '@onceover/event-store/source-parts';
import { createTestDatabase } from '@onceover/testing/database';
import type pg from 'pg';
import { inject } from 'vitest';
import type { HandlerContext } from '../consumer.ts';
import { type ConsumerStore, createPostgresConsumerStore } from '../index.ts';
import { createMemoryConsumerStore } from '../stores/memory-consumer-store.ts';
import { kafkaTopics } from './kafka-topics.ts';
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

async function openKafka(brokers: readonly string[]): Promise<Bench> {
  await using stack = new AsyncDisposableStack();
  const bench = stack.use(await openPostgres());
  const topics = kafkaTopics(brokers, bench);
  for (const log of LOGS) stack.use(await topics.startRelay(log));
  const owned = stack.move();
  return { ...bench, source: topics.member(), [Symbol.asyncDispose]: () => owned.disposeAsync() };
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
  /** As if the relay of a log had died and its lease had run out. */
  expireRelayLease(log: string): Promise<void>;
  relayPlaces(log: string): Promise<readonly ConsumerPlace[]>;
  /** For processes of their own. */
  readonly address: pg.ClientConfig;
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
    relayPlaces: (log) => consumerPlaces(writers, relaySchemaOf(log)).list(RELAY),
    address: database.address,
    async expireRelayLease(log) {
      await writers.query(`update ${relaySchemaOf(log)}.checkpoints set leased_until = '-infinity'`);
    },
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
