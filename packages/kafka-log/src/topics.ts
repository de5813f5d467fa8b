import { setTimeout as rest } from 'node:timers/promises';
import { ConfigError } from '@onceover/service-kit/config';
import { NamedError } from '@onceover/service-kit/errors';
import type { Admin, Kafka } from 'kafkajs';
import { within } from './connection.ts';
import { brokersWord, kafkaFailure } from './failures.ts';

/** The topic of a service's log. */
export interface TopicSpec {
  readonly name: string;
  /** It never changes: the order of a key's events lives in one partition. */
  readonly partitions: number;
  readonly retentionDays: number;
  /** How many brokers have each record, and how many of them must have it before it counts as published. */
  readonly copies: number;
  readonly leastCopies: number;
}

/** How far a partition goes: the number of the oldest record that is still there, and what the next one will be numbered. */
export interface PartitionEnds {
  readonly low: bigint;
  readonly high: bigint;
}

export interface TopicEnds {
  readonly cluster: string;
  readonly partitions: readonly PartitionEnds[];
}

const ANSWER_MS = 10_000;
const DAY_MS = 86_400_000;

/** What operators and processes ask of the brokers outside the stream of events; connected while it is needed. */
export async function withAdmin<R>(kafka: Kafka, work: (admin: Admin) => Promise<R>): Promise<R> {
  const admin = kafka.admin();
  try {
    await within(ANSWER_MS, admin.connect());
    return await work(admin);
  } catch (error) {
    throw error instanceof NamedError ? error : kafkaFailure(error);
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}

/**
 * Makes the topics that are missing. Returns the names of those that it made.
 *
 * Refuses  `ConfigError`, a sentence with the command to run for each topic that has another number of partitions than the
 *          order of its events needs, would lose events, refuses what is sent to it, or cannot be read here
 */
export async function ensureTopics(admin: Admin, specs: readonly TopicSpec[]): Promise<string[]> {
  const existing = new Set(await within(ANSWER_MS, admin.listTopics()));
  const missing = specs.filter(({ name }) => !existing.has(name));
  const isMade = missing.length > 0 && (await createTopics(admin, missing));
  await requirePartitions(admin, specs);
  await refuseUnfit(admin, specs);
  return isMade ? missing.map(({ name }) => name) : [];
}

/** Returns whether it was this that made them. */
async function createTopics(admin: Admin, specs: readonly TopicSpec[]): Promise<boolean> {
  const topics = specs.map(({ name, partitions, retentionDays, copies, leastCopies }) => ({
    topic: name,
    numPartitions: partitions,
    replicationFactor: copies,
    configEntries: [
      { name: 'cleanup.policy', value: 'delete' },
      { name: 'retention.ms', value: String(retentionDays * DAY_MS) },
      { name: 'min.insync.replicas', value: String(leastCopies) },
    ],
  }));
  try {
    return await within(ANSWER_MS, admin.createTopics({ topics, waitForLeaders: true }));
  } catch (error) {
    // Another process may have made it at the same moment.
    if (brokersWord(error) === 'TOPIC_ALREADY_EXISTS') return false;
    throw error;
  }
}

/**
 * For those who read.
 *
 * Refuses  `ConfigError`: a topic has another number of partitions than the order of its events needs
 */
export async function requirePartitions(admin: Admin, specs: readonly TopicSpec[]): Promise<void> {
  const { topics } = await within(ANSWER_MS, admin.fetchTopicMetadata({ topics: specs.map(({ name }) => name) }));
  const problems = specs.flatMap(({ name, partitions }) => {
    const found = topics.find((topic) => topic.name === name)?.partitions.length ?? 0;
    if (found === partitions) return [];
    const has = found === 1 ? '1 partition' : `${found} partitions`;
    return [
      `the topic ${name} has ${has} and needs ${partitions}, because the events of a key are in order within one alone: delete it, and its relay makes and fills it again: kafka-topics.sh --bootstrap-server <broker> --delete --topic ${name}`,
    ];
  });
  if (problems.length > 0) throw new ConfigError(problems);
}

/** A batch has half a megabyte of events at most (`chunks.ts`), and their keys and headers. */
const LEAST_MESSAGE_BYTES = 1_000_000;

/** A setting of topics that matters here. */
interface TopicSetting {
  /** `copies`: how many brokers have the topic. */
  isUnfit(value: string, copies: number): boolean;
  readonly because: string;
  readonly instead: string;
}

const CONFIGURED: Readonly<Record<string, TopicSetting>> = {
  'compression.type': {
    isUnfit: (value) => ['zstd', 'snappy', 'lz4'].includes(value),
    because: 'this client cannot read that',
    instead: 'producer',
  },
  'cleanup.policy': {
    isUnfit: (value) => value !== 'delete',
    because: 'all events of a key but the last would be lost',
    instead: 'delete',
  },
  'max.message.bytes': {
    isUnfit: (value) => Number(value) < LEAST_MESSAGE_BYTES,
    because: `a batch of events has up to ${LEAST_MESSAGE_BYTES}`,
    instead: '1048588',
  },
  'min.insync.replicas': {
    isUnfit: (value, copies) => Number(value) > copies,
    because: 'fewer brokers than that have a copy of it',
    instead: '1',
  },
};

/** What would let every batch fail, or lose events, is said before the first one. */
async function refuseUnfit(admin: Admin, specs: readonly TopicSpec[]): Promise<void> {
  const configNames = Object.keys(CONFIGURED);
  const resources = specs.map(({ name }) => ({ type: TOPIC, name, configNames }));
  const { topics } = await within(ANSWER_MS, admin.fetchTopicMetadata({ topics: specs.map(({ name }) => name) }));
  const copiesOf = (topic: string) =>
    topics.find(({ name }) => name === topic)?.partitions[0]?.replicas.length ?? Number.POSITIVE_INFINITY;
  const described = await within(ANSWER_MS, admin.describeConfigs({ includeSynonyms: false, resources }));
  const problems = described.resources.flatMap(({ resourceName, configEntries }) =>
    configEntries.flatMap(({ configName, configValue }) => {
      const { isUnfit, because, instead } = CONFIGURED[configName] ?? {};
      if (isUnfit?.(configValue, copiesOf(resourceName)) !== true) return [];
      return [
        `the topic ${resourceName} has ${configName}=${configValue}, and ${because}: kafka-configs.sh --bootstrap-server <broker> --alter --entity-type topics --entity-name ${resourceName} --add-config ${configName}=${instead}`,
      ];
    }),
  );
  if (problems.length > 0) throw new ConfigError(problems);
}

/** kafkajs' number for a topic among what can be configured. */
const TOPIC = 2;

const TRIES = 15;
const REST_MS = 200;
/** What brokers say of a topic that was made, or whose leader was lost, a moment ago. */
const SETTLING = ['NOT_LEADER_FOR_PARTITION', 'LEADER_NOT_AVAILABLE'];

/** Undefined if there is no such topic. One that is settling is waited for. */
export async function topicEnds(admin: Admin, topic: string): Promise<TopicEnds | undefined> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await endsNow(admin, topic);
    } catch (error) {
      if (tries === TRIES || !SETTLING.includes(brokersWord(error) ?? '')) throw error;
      await rest(REST_MS);
    }
  }
}

async function endsNow(admin: Admin, topic: string): Promise<TopicEnds | undefined> {
  const { clusterId: cluster } = await within(ANSWER_MS, admin.describeCluster());
  try {
    const offsets = await within(ANSWER_MS, admin.fetchTopicOffsets(topic));
    const partitions = offsets
      .toSorted((a, b) => a.partition - b.partition)
      .map(({ low, high }) => ({ low: BigInt(low), high: BigInt(high) }));
    return { cluster, partitions };
  } catch (error) {
    if (brokersWord(error) === 'UNKNOWN_TOPIC_OR_PARTITION') return undefined;
    throw error;
  }
}
