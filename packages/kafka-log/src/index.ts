export { type KafkaConnection, kafkaClient } from './connection.ts';
export { createKafkaEventSource, type KafkaEventSourceOptions } from './event-source.ts';
export { causeOf } from './publisher.ts';
export { partitionIn, type TopicRecord } from './record.ts';
export { type Relay, type RelayOptions, type RelayReport, startRelay } from './relay.ts';
export { giveAccess, type TopicAccess, takeAccess } from './topic-access.ts';
export { TopicWriter } from './topic-writer.ts';
export { ensureTopics, type TopicSpec, withAdmin } from './topics.ts';
export { type RelayWatch, watchRelay } from './watch-relay.ts';
