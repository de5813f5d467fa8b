export { type KafkaConnection, kafkaClient } from './connection.ts';
export { createKafkaEventSource, type KafkaEventSourceOptions } from './event-source.ts';
export { partitionIn } from './record.ts';
export { type Relay, type RelayOptions, type RelayReport, startRelay } from './relay.ts';
export { ensureTopics, type TopicSpec, withAdmin } from './topics.ts';
export { type RelayWatch, watchRelay } from './watch-relay.ts';
