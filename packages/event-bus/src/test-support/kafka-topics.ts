import type { ConsumerSource, LogEnds, LogOwners } from '@onceover/event-store';
import {
  createKafkaEventSource,
  kafkaClient,
  type Relay,
  type RelayOptions,
  startRelay,
  type TopicSpec,
  withAdmin,
} from '@onceover/kafka-log';
import { createLogger } from '@onceover/service-kit/logging';
import type pg from 'pg';
import { COUNTER, LOGS } from './migrate-bus.ts';

type Kafka = ReturnType<typeof kafkaClient>;

/** A record as it was read. */
export interface TopicMessage {
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers?: Readonly<Record<string, unknown>> | undefined;
  readonly timestamp: string;
}

export const PARTITIONS = 2;
let tests = 0;

/** What is behind the topics, as one process has it. */
export interface LogsBehind {
  readonly source: Pick<ConsumerSource, 'history'>;
  readonly asCounter: pg.Pool;
  asRelay(): pg.Pool;
  endsOf(log: string): Promise<LogEnds>;
}

/** The topics of the two logs on some brokers, with relays and members that are as separate as those of other processes. */
export interface KafkaTopics {
  readonly kafka: Kafka;
  readonly prefix: string;
  readonly owners: LogOwners;
  topicOf(log: string): TopicSpec;
  startRelay(log: string, parts?: Partial<RelayOptions>): Promise<Relay>;
  member(parts?: {
    readonly onError?: (error: unknown) => void;
    readonly owners?: LogOwners;
    readonly lookMs?: number;
  }): ConsumerSource;
  /** Everything that is on a topic, by partition, in its order. */
  recordsOf(log: string): Promise<TopicMessage[][]>;
  /** Removes everything that is on a topic now. */
  trim(log: string): Promise<void>;
}

export interface KafkaTopicsOptions {
  /** Before the names of topics. Default: one of its own. */
  readonly prefix?: string;
  /** Before the names of groups. Default: the same. */
  readonly group?: string;
  readonly copies?: number;
  readonly leastCopies?: number;
}

export function kafkaTopics(
  brokers: readonly string[],
  behind: LogsBehind,
  options: KafkaTopicsOptions = {},
): KafkaTopics {
  const { prefix = `bench-${process.pid}-${Date.now()}-${++tests}.`, copies = 1, leastCopies = 1 } = options;
  const { group = prefix } = options;
  const kafka = kafkaClient({ brokers, clientId: 'event-bus-bench' }, createLogger('kafka'));
  const topicOf = (log: string): TopicSpec => ({
    name: `${prefix}${log}.events.v1`,
    partitions: PARTITIONS,
    retentionDays: 14,
    copies,
    leastCopies,
  });
  const owners = ownersOf(behind);
  return {
    kafka,
    prefix,
    owners,
    topicOf,
    startRelay: (log, parts = {}) =>
      startRelay({
        kafka,
        topic: topicOf(log),
        pool: behind.asRelay(),
        log,
        logger: createLogger('relay'),
        ...parts,
      }),
    member: ({ onError = () => undefined, ...parts } = {}) =>
      createKafkaEventSource({
        kafka,
        pool: behind.asCounter,
        schema: COUNTER,
        topics: Object.fromEntries(LOGS.map((log) => [log, topicOf(log)])),
        owners,
        groupPrefix: group,
        onError,
        ...parts,
      }),
    recordsOf: (log) => readTopic(kafka, topicOf(log).name),
    trim: (log) => trimTopic(kafka, topicOf(log).name),
  };
}

function ownersOf({ source, endsOf }: LogsBehind): LogOwners {
  return {
    ...source.history,
    horizon: async (log) => (await endsOf(log)).horizon,
    published: async (log) => (await endsOf(log)).published ?? undefined,
  };
}

function trimTopic(kafka: Kafka, topic: string): Promise<void> {
  return withAdmin(kafka, async (admin) => {
    const ends = await admin.fetchTopicOffsets(topic);
    const full = ends.filter(({ low, high }) => low !== high);
    const partitions = full.map(({ partition, high }) => ({ partition, offset: high }));
    if (partitions.length > 0) await admin.deleteTopicRecords({ topic, partitions });
  });
}

async function readTopic(kafka: Kafka, topic: string): Promise<TopicMessage[][]> {
  const ends = await withAdmin(kafka, (admin) => admin.fetchTopicOffsets(topic));
  const records: TopicMessage[][] = ends.map(() => []);
  const left = new Set(ends.filter(({ low, high }) => low !== high).map(({ partition }) => partition));
  if (left.size === 0) return records;
  const consumer = kafka.consumer({ groupId: `reader-${crypto.randomUUID()}`, maxWaitTimeInMs: 100 });
  const done = Promise.withResolvers<void>();
  try {
    await consumer.connect();
    await consumer.subscribe({ topics: [topic], fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      async eachMessage({ partition, message }) {
        if (!left.has(partition)) return;
        records[partition]?.push(message);
        const high = ends.find((end) => end.partition === partition)?.high ?? '0';
        if (BigInt(message.offset) + 1n >= BigInt(high)) left.delete(partition);
        if (left.size === 0) done.resolve();
      },
    });
    await done.promise;
  } finally {
    await consumer.disconnect();
  }
  return records;
}
