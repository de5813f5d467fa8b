export { askBroker, type BrokerAnswer } from './ask-broker.ts';
export { ensureClassArchive } from './class-archive.ts';
export { KafkaServerError, type KafkaServerProblem } from './errors.ts';
export { freePorts } from './free-ports.ts';
export { ensureKafkaJars, type KafkaVersion, kafkaVersions } from './jars.ts';
export { canRunKafka } from './java.ts';
export type { KafkaNode } from './kafka-node.ts';
export { serverSettings } from './node-settings.ts';
export {
  type KafkaProgress,
  type KafkaServer,
  type KafkaServerOptions,
  startKafkaServer,
} from './start-kafka-server.ts';
