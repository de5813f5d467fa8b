import { createDoorbell, type Doorbell } from '@onceover/event-bus';
import { type LogWatch, relaySchemaOf } from '@onceover/event-store';
import {
  createKafkaEventSource,
  ensureTopics,
  kafkaClient,
  partitionIn,
  type Relay,
  type RelayWatch,
  startRelay,
  type TopicSpec,
  watchRelay,
  withAdmin,
} from '@onceover/kafka-log';
import { type KafkaConfig, kafkaConfig, kafkaConnectionOf } from '@onceover/kafka-log/config';
import { openAppPool } from '@onceover/postgres-kit/app-connection';
import type { PostgresAddress } from '@onceover/postgres-server';
import { redisBells } from '@onceover/redis-kit/bells';
import { type RedisConfig, redisConfig } from '@onceover/redis-kit/config';
import { openRedis } from '@onceover/redis-kit/link';
import { ringBells } from '@onceover/schema/events/bells';
import { type LogName, logNames, logReaderRole, logs } from '@onceover/schema/events/logs';
import { partnerTopic, partnerTopicOf } from '@onceover/schema/events/partner-topics';
import { logCallsOf } from '@onceover/schema/internal/log-history';
import { OutageError } from '@onceover/service-kit/errors';
import type { AskInternal } from '@onceover/service-kit/internal-call';
import type { ConsumerReport } from '@onceover/service-kit/lifecycle';
import { createLogger, type Logger } from '@onceover/service-kit/logging';
import type { Telemetry } from '@onceover/service-kit/telemetry';
import { type LogAccess, logOwnersBy } from '@onceover/service-shell/log-access';

/*
 * What the processes share besides their questions: events through Kafka, bells and counts through Redis.
 */

/** The settings of what is shared. */
export const backingConfig = { kafka: kafkaConfig, redis: redisConfig } as const;

/** The topic of a log, as the brokers are to have it. */
export function topicOf(log: LogName, { prefix, copies }: Pick<KafkaConfig, 'prefix' | 'copies'>): TopicSpec {
  const { topic, partitions, topicDays: retentionDays } = logs[log];
  return { name: `${prefix}.${topic}`, partitions, retentionDays, copies, leastCopies: Math.max(1, copies - 1) };
}

/** The topic of a partner. */
export function topicOfPartner(
  partnerRef: string,
  { prefix, copies }: Pick<KafkaConfig, 'prefix' | 'copies'>,
): TopicSpec {
  const { partitions, topicDays: retentionDays } = partnerTopic;
  const name = `${prefix}.${partnerTopicOf(partnerRef)}`;
  return { name, partitions, retentionDays, copies, leastCopies: Math.max(1, copies - 1) };
}

/** The client of this process. */
export const openKafka = (config: KafkaConfig, name: string) =>
  kafkaClient(kafkaConnectionOf(config, `onceover-${name}`), createLogger(`${name}.kafka`));

type Kafka = ReturnType<typeof openKafka>;

/**
 * Makes the topics that are missing, those of the others as well: whoever starts first makes them. Brokers that are away are no
 * reason not to start.
 *
 * Refuses  `ConfigError`: a topic is not as it must be
 */
export async function makeTopics(kafka: Kafka, config: KafkaConfig, log: Logger): Promise<void> {
  try {
    await withAdmin(kafka, (admin) =>
      ensureTopics(
        admin,
        logNames.map((name) => topicOf(name, config)),
      ),
    );
  } catch (err) {
    if (!(err instanceof OutageError)) throw err;
    log.warn({ err }, 'Kafka is unavailable: events wait in the logs until it is back');
  }
}

/** Consumers read topics; what is not there any more, they ask the owner of the log. A log goes when it is published. */
export function logsOnKafka(kafka: Kafka, config: Pick<KafkaConfig, 'prefix' | 'copies'>, ask: AskInternal): LogAccess {
  const owners = logOwnersBy(ask, (log) => logCallsOf(log as LogName));
  return {
    open({ name: schema, pool, sources, onError }) {
      const topics = Object.fromEntries(sources.map((log) => [log, topicOf(log as LogName, config)]));
      return createKafkaEventSource({ kafka, pool, schema, topics, owners, groupPrefix: `${config.prefix}.`, onError });
    },
    shardOf: (log, event) => partitionIn(topicOf(log as LogName, config), event),
    readersOf: (log) => [{ schema: relaySchemaOf(log), consumer: 'relay' }],
  };
}

export interface RelayPlace {
  readonly kafka: Kafka;
  readonly config: KafkaConfig;
  readonly database: PostgresAddress;
  readonly log: LogName;
  readonly watch?: LogWatch;
  readonly telemetry: Telemetry;
}

/** Connections of a relay: one that reads, one that notes how far it is, and one that renews its lease. */
export const RELAY_CONNECTIONS = 3;

/** Publishes one log; `stack` stops it. */
export async function openRelay(
  { kafka, config, database, log, watch, telemetry }: RelayPlace,
  stack: AsyncDisposableStack,
): Promise<Relay> {
  const connection = { role: logReaderRole, name: `onceover relay ${log}`, max: RELAY_CONNECTIONS };
  const pool = stack.adopt(openAppPool(database, connection), (open) => open.end());
  const logger = createLogger(`${log}.relay`);
  const topic = topicOf(log, config);
  const hearing = watch === undefined ? {} : { watch };
  return stack.use(await startRelay({ kafka, topic, pool, log, logger, telemetry, ...hearing }));
}

/** Looks after a log that other processes publish; `stack` ends it. */
export function openRelayWatch(
  { database, log }: Pick<RelayPlace, 'database' | 'log'>,
  stack: AsyncDisposableStack,
): RelayWatch {
  const connection = { role: logReaderRole, name: `onceover relay watch ${log}`, max: 1 };
  const pool = stack.adopt(openAppPool(database, connection), (open) => open.end());
  return stack.use(watchRelay({ pool, log, logger: createLogger(`${log}.relay`) }));
}

/** What is told of a log that nobody publishes, beside the consumers of the process of its service. */
export async function unpublishedReports(log: LogName, watch: RelayWatch): Promise<readonly ConsumerReport[]> {
  const lag = await watch.unpublished();
  return lag === undefined ? [] : [{ consumer: 'relay', source: log, shard: 0, lag, isHalted: true }];
}

/** How a relay does, beside the consumers of its process; nothing while another relay publishes the log. */
export async function relayReports(relays: readonly Relay[]): Promise<readonly ConsumerReport[]> {
  const reports = await Promise.all(relays.map((relay) => relay.report()));
  return reports
    .filter(({ state }) => state !== 'standing by')
    .map(({ log, lag, state }) => ({ consumer: 'relay', source: log, shard: 0, lag, isHalted: state === 'failing' }));
}

/** What rings, through Redis, the bells that streams of every gateway listen to, for what this process commits. */
export async function openDoorbell(
  { address }: RedisConfig,
  { log, stack }: { readonly log: Logger; readonly stack: AsyncDisposableStack },
): Promise<Doorbell> {
  const redis = stack.use(await openRedis({ address, log }));
  const doorbell = createDoorbell();
  stack.use(ringBells(doorbell, redisBells(redis)));
  return doorbell;
}
