import { type ConsumerPlace, type ConsumerSource, type Lag, LOG_START, type LogOwners } from '@onceover/event-store';
import { type CheckpointsOptions, consumerPlaces, createCheckpoints } from '@onceover/event-store/source-parts';
import type { Kafka } from 'kafkajs';
import { partitionIn } from './record.ts';
import { openTopicSubscription } from './topic-subscription.ts';
import { type TopicSpec, topicEnds, withAdmin } from './topics.ts';

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
    lagBehind: (source, place) => lagIn(options, source, place),
    shardOf: (source, event) => partitionIn(topicIn(options, source), event),
    open: (spec, sink) => openTopicSubscription({ ...options, checkpoints, places, start: LOG_START }, spec, sink),
    // Records come when they are published.
    wake: () => undefined,
  };
}

function topicIn({ topics }: Pick<KafkaEventSourceOptions, 'topics'>, source: string): TopicSpec {
  const topic = topics[source];
  if (topic === undefined) throw new TypeError('unknown source');
  return topic;
}

const MOST_COUNTED = 10_000;

/**
 * Counts records, wanted or not, as only offsets tell what a partition has. How old the oldest is nobody knows without fetching it: not
 * older than the place's last move, which is what counts once nothing moves.
 */
async function lagIn(options: KafkaEventSourceOptions, source: string, place: ConsumerPlace | undefined): Promise<Lag> {
  const { name } = topicIn(options, source);
  const ends = await withAdmin(options.kafka, (admin) => topicEnds(admin, name));
  const behind = (ends?.partitions ?? []).map(({ low, high }, partition) => {
    if (place !== undefined && place.shard !== partition) return 0n;
    const from = place?.bookmark?.cluster === ends?.cluster ? BigInt(place?.bookmark?.offset ?? low) : low;
    return high > from ? high - from : 0n;
  });
  const events = Number(behind.reduce((sum, count) => sum + count, 0n));
  const since = events === 0 ? undefined : place?.movedAt;
  return {
    events: Math.min(events, MOST_COUNTED),
    seconds: since === undefined ? 0 : Math.max(0, (Date.now() - since.getTime()) / 1_000),
  };
}
