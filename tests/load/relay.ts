import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AppendCommand,
  consumerTablesMigration,
  createPostgresEventSource,
  createPostgresEventStore,
  type EventStore,
  installEventLog,
  poolSettings,
  relayPlaceMigration,
} from '@onceover/event-store';
import { createKafkaEventSource, kafkaClient, type Relay, startRelay, type TopicSpec } from '@onceover/kafka-log';
import { startKafkaServer } from '@onceover/kafka-server';
import { startPostgresServer } from '@onceover/postgres-server';
import { newId } from '@onceover/service-kit/ids';
import { createLogger } from '@onceover/service-kit/logging';
import { ownOrigin } from '@onceover/service-kit/origin';
import knex from 'knex';
import pg from 'pg';
import { askedCount } from './asked-count.ts';
import { table } from './table.ts';

/**
 * Prints how fast a log is copied to its topic and read from there: so many events are put into a log at once, a relay publishes
 * them to one broker, and one consumer handles them; then 100 events a second show how long one is on its way. Beside it, in the
 * same run: how long only reading the log takes, and only sending the same records. Nothing passes or fails.
 */
const LOG = 'boxes';
const PER_APPEND = 500;
const PARTITIONS = 12;
const PER_SECOND = 100;
const LATENCY_SECONDS = 10;

const count = askedCount('events', 200_000, { least: PER_APPEND });
const directory = mkdtempSync(join(tmpdir(), 'onceover-relay-bench-'));
try {
  await using stack = new AsyncDisposableStack();
  await measure(stack);
} finally {
  rmSync(directory, { recursive: true, force: true });
}
process.exit();

async function measure(stack: AsyncDisposableStack): Promise<void> {
  const postgres = stack.use(await startPostgresServer({ dataDir: join(directory, 'postgres'), database: 'bench' }));
  const broker = stack.use(await startKafkaServer({ dataDir: join(directory, 'kafka') }));
  const database = postgres.address;
  await migrate(database);
  const pool = stack.adopt(new pg.Pool({ ...database, ...poolSettings({ max: 16, name: 'bench' }) }), (own) =>
    own.end(),
  );
  const kafka = kafkaClient({ brokers: broker.brokers, clientId: 'bench' }, createLogger('bench'));
  let relay: Relay | undefined;
  const store = createPostgresEventStore({ pool, schema: LOG, service: LOG, onCommitted: () => relay?.wake() });
  for (let written = 0; written < count; written += PER_APPEND) await store.execute(appending(PER_APPEND));
  const { rows } = await pool.query<{ count: string }>(`select count(*) from ${LOG}.events`);
  const events = Number(rows[0]?.count);

  const reading = await timed(() => readAlone(pool, events));
  const sending = await timed(() => sendAlone(kafka, events));
  const topic = topicNamed('boxes.events.v1');
  relay = stack.use(await startRelay({ kafka, topic, pool, log: LOG, logger: createLogger('relay') }));
  const publishing = await timed(() => published(relay, events));
  const consumer = await consume(stack, kafka, pool, topic);
  const consuming = await timed(() => consumer.until(events));
  const rate = (ms: number) => (events / ms) * 1_000;
  console.log(
    table([
      [`${events.toLocaleString('en')} events`, 'seconds', 'per second', 'goal'],
      ['reading the log alone', reading / 1_000, rate(reading), ''],
      ['sending records alone', sending / 1_000, rate(sending), ''],
      ['relay', publishing / 1_000, rate(publishing), '≥ 20,000'],
      ['consumer', consuming / 1_000, rate(consuming), ''],
    ]),
  );
  console.log(`relay: ${(publishing / reading).toFixed(1)} × reading, ${(publishing / sending).toFixed(1)} × sending`);
  console.log(`a million at this rate: ${((1e6 / rate(publishing)) | 0).toLocaleString('en')} s (goal ≤ 60 s)`);
  const latencies = (await paced(store, consumer)).toSorted((a, b) => a - b);
  const at = (share: number) => (latencies[Math.floor(latencies.length * share)] ?? 0).toFixed(1);
  console.log(`commit → handler at ${PER_SECOND} events a second: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`);
}

async function migrate(database: pg.ClientConfig): Promise<void> {
  const db = knex({ client: 'pg', connection: database as Record<string, unknown> });
  try {
    await db.raw('create role bench_app; create schema listener');
    await installEventLog(db, { schema: LOG, partitioned: false });
    await relayPlaceMigration({ log: LOG, role: 'bench_relay', appRole: 'bench_app' }).up(db);
    await consumerTablesMigration({ schema: 'listener' }).up(db);
  } finally {
    await db.destroy();
  }
}

function topicNamed(name: string): TopicSpec {
  return { name, partitions: PARTITIONS, retentionDays: 14, copies: 1, leastCopies: 1 };
}

function appending(events: number): AppendCommand {
  return {
    context: {
      commandId: crypto.randomUUID(),
      tenantRef: null,
      meta: { correlationId: newId(), actor: { kind: 'system' }, ...ownOrigin('system') },
    },
    appends: [
      {
        stream: { id: newId(), category: 'box' },
        expected: 'none',
        events: Array.from({ length: events }, () => ({
          type: 'box.noted',
          schemaVersion: 1,
          data: {
            text: 'a note of about a hundred characters, as long as what most events have to say of themselves',
            size: 7,
          },
        })),
      },
    ],
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** In pages as large as the relay's. */
async function readAlone(pool: pg.Pool, events: number): Promise<void> {
  const { history } = createPostgresEventSource({
    pool,
    schema: 'listener',
    logs: { [LOG]: LOG },
    onError: console.error,
  });
  let [after, read] = [history.start, 0];
  while (read < events) {
    const page = await history.read(LOG, after, PER_APPEND);
    read += page.length;
    after = page.at(-1)?.position ?? after;
  }
}

/** Batches as large as the relay's, one after the other, with records of the same size. */
async function sendAlone(kafka: ReturnType<typeof kafkaClient>, events: number): Promise<void> {
  const admin = kafka.admin();
  await admin.connect();
  await admin.createTopics({ topics: [{ topic: 'alone', numPartitions: PARTITIONS, replicationFactor: 1 }] });
  await admin.disconnect();
  const producer = kafka.producer({ idempotent: true, maxInFlightRequests: 1, retry: { retries: 5 } });
  await producer.connect();
  const value = Buffer.alloc(650, 'x');
  for (let sent = 0; sent < events; sent += PER_APPEND) {
    const key = newId();
    const messages = Array.from({ length: PER_APPEND }, () => ({
      key,
      value,
      headers: { position: newId(), run: newId() },
    }));
    await producer.send({ topic: 'alone', messages, acks: -1 });
  }
  await producer.disconnect();
}

async function published(relay: Relay | undefined, events: number): Promise<void> {
  while (((await relay?.report())?.published ?? 0) < events) await new Promise((resolve) => setTimeout(resolve, 100));
}

interface Consumer {
  /** Resolves when so many events were handled. */
  until(events: number): Promise<void>;
  /** Of each stream, when its first event was handled. */
  readonly handledAt: ReadonlyMap<string, number>;
}

async function consume(
  stack: AsyncDisposableStack,
  kafka: ReturnType<typeof kafkaClient>,
  pool: pg.Pool,
  topic: TopicSpec,
): Promise<Consumer> {
  const { history } = createPostgresEventSource({
    pool,
    schema: 'listener',
    logs: { [LOG]: LOG },
    onError: console.error,
  });
  const source = createKafkaEventSource({
    kafka,
    pool,
    schema: 'listener',
    topics: { [LOG]: topic },
    owners: { ...history, horizon: async () => history.start, published: () => history.last(LOG) },
    groupPrefix: 'bench.',
    onError: console.error,
  });
  const handledAt = new Map<string, number>();
  let handled = 0;
  const open = await source.open(
    { consumer: 'bench@1', sources: [LOG], startFrom: 'beginning', maxBatch: PER_APPEND },
    {
      async onBatch({ events }) {
        handled += events.length;
        for (const { streamId } of events) if (!handledAt.has(streamId)) handledAt.set(streamId, performance.now());
      },
    },
  );
  stack.defer(() => open.stop());
  return {
    handledAt,
    async until(events) {
      while (handled < events) await new Promise((resolve) => setTimeout(resolve, 20));
    },
  };
}

/** Milliseconds between the answer to an append and the handler of its event. */
async function paced(store: EventStore, { handledAt }: Consumer): Promise<number[]> {
  const committedAt = new Map<string, number>();
  for (let i = 0; i < PER_SECOND * LATENCY_SECONDS; i += 1) {
    const command = appending(1);
    const id = command.appends[0]?.stream.id ?? '';
    void store.execute(command).then(() => committedAt.set(id, performance.now()));
    await new Promise((resolve) => setTimeout(resolve, 1_000 / PER_SECOND));
  }
  while ([...committedAt.keys()].some((id) => !handledAt.has(id)))
    await new Promise((resolve) => setTimeout(resolve, 20));
  return [...committedAt].map(([id, at]) => Math.max(0, (handledAt.get(id) ?? at) - at));
}
