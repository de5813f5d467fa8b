import { type ConsumerSource, LOG_START, type LogOwners } from '@onceover/event-store';
import { type CheckpointsOptions, consumerPlaces, createCheckpoints } from '@onceover/event-store/source-parts';
import type { Kafka } from 'kafkajs';
import { openTopicSubscription } from './topic-subscription.ts';
import type { TopicSpec } from './topics.ts';

export interface KafkaEventSourceOptions extends CheckpointsOptions {
  readonly kafka: Kafka;
  /** Name of each log → its topic. */
  readonly topics: Readonly<Record<string, TopicSpec>>;
  readonly owners: LogOwners;
  /** Before the names of consumer groups: brokers grant rights by it. */
  readonly groupPrefix: string;
  /** How often topics are looked at for what no record tells, in milliseconds. Default 60,000. */
  readonly lookMs?: number;
}

/**
 * Reads the event logs of services from their topics.
 *
 * Shape    at least once, in log order per source and partition. Partitions are divided by the consumer group; whose a partition
 *          is, and where it stands, says its checkpoint, which moves in the effect's transaction: whoever lost the
 *          partition has its acknowledgements refused. Opening does not wait for brokers that are away
 * Refuses  `onBatch` rejected: the same events again, from the first not acknowledged, after a rest
 * Source   events reference 8.1 and 12.1
 */
export function createKafkaEventSource(options: KafkaEventSourceOptions): ConsumerSource {
  const { pool, schema, owners } = options;
  const checkpoints = createCheckpoints(options);
  const places = consumerPlaces(pool, schema);
  return {
    kind: 'kafka',
    history: owners,
    places,
    open: (spec, sink) => openTopicSubscription({ ...options, checkpoints, places, start: LOG_START }, spec, sink),
    // Records come when they are published.
    wake: () => undefined,
  };
}
