import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { PRODUCER } from './publisher.ts';

const require = createRequire(import.meta.url);
const createProducer = require('kafkajs/src/producer');

const notLeader = () => {
  throw Object.assign(new Error('not the leader'), {
    name: 'KafkaJSProtocolError',
    type: 'NOT_LEADER_FOR_PARTITION',
    retriable: true,
  });
};

/** Two brokers, of which the second leads partition 1 until it is asked to take something; then the first does. */
function movingCluster() {
  let hasMoved = false;
  const taken: number[] = [];
  const produce = async ({ topicData }: { topicData: { topic: string; partitions: { partition: number }[] }[] }) => {
    const partitions = topicData.flatMap((topic) => topic.partitions.map(({ partition }) => partition));
    taken.push(...partitions);
    return { topics: [{ topicName: 't', partitions: partitions.map((partition) => ({ partition, errorCode: 0 })) }] };
  };
  const first = { nodeId: 1, produce };
  const second = {
    nodeId: 2,
    produce: async () => {
      // The other one has answered by then.
      await new Promise((resolve) => setTimeout(resolve, 5));
      hasMoved = true;
      return notLeader();
    },
  };
  const cluster = {
    retry: { initialRetryTime: 1, maxRetryTime: 1 },
    connect: async () => undefined,
    isConnected: () => true,
    addMultipleTargetTopics: async () => undefined,
    refreshMetadata: async () => undefined,
    refreshMetadataIfNecessary: async () => undefined,
    findControllerBroker: async () => ({ initProducerId: async () => ({ producerId: 1, producerEpoch: 0 }) }),
    findTopicPartitionMetadata: () => [0, 1].map((partitionId) => ({ partitionId, leader: partitionId + 1 })),
    findLeaderForPartitions: (_topic: string, partitions: readonly string[]) =>
      hasMoved ? { 1: partitions.map(Number) } : { 1: [0], 2: [1] },
    findBroker: async ({ nodeId }: { nodeId: string }) => (nodeId === '1' ? first : second),
  };
  return { cluster, taken };
}

test('a batch of which a partition has moved to a broker that had already answered does not count as sent', async () => {
  const { cluster, taken } = movingCluster();
  const logger = { debug: () => undefined, error: () => undefined, warn: () => undefined, namespace: () => logger };
  const producer = createProducer({ cluster, logger, ...PRODUCER });
  await producer.connect();
  const messages = [0, 1].map((partition) => ({ partition, key: 'k', value: 'v' }));
  const outcome = await producer.send({ topic: 't', messages }).then(
    () => 'sent',
    () => 'refused',
  );
  expect(outcome === 'refused' || taken.includes(1)).toBe(true);
});
