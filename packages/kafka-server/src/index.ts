export { askBroker, type BrokerAnswer } from './ask-broker.ts';
export { KafkaServerError, type KafkaServerProblem } from './errors.ts';
export { ensureKafkaJars, type KafkaVersion, kafkaVersions } from './jars.ts';
export type { KafkaNode } from './kafka-node.ts';
export {
  type KafkaProgress,
  type KafkaServer,
  type KafkaServerOptions,
  startKafkaServer,
} from './start-kafka-server.ts';
