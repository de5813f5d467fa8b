import { kafkaClient, withAdmin } from '@onceover/kafka-log';
import { createLogger } from '@onceover/service-kit/logging';

/** Everything that is in the topics of brokers: keys, values and headers of their records, by the name of the topic. */
export async function readTopics(brokers: string): Promise<Readonly<Record<string, Buffer>>> {
  const kafka = kafkaClient({ brokers: brokers.split(','), clientId: 'reader' }, createLogger('reader'));
  const left = new Map<string, bigint>();
  const topics = await withAdmin(kafka, async (admin) => {
    const names = (await admin.listTopics()).filter((name) => !name.startsWith('__'));
    for (const name of names) {
      const ends = (await admin.fetchTopicOffsets(name)).filter(({ low, high }) => low !== high);
      for (const { partition, high } of ends) left.set(`${name}/${partition}`, BigInt(high));
    }
    return names;
  });
  const found = new Map(topics.map((name): [string, Buffer[]] => [name, []]));
  const consumer = kafka.consumer({ groupId: `reader-${crypto.randomUUID()}`, maxWaitTimeInMs: 100 });
  const done = Promise.withResolvers<void>();
  try {
    await consumer.connect();
    await consumer.subscribe({ topics, fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      async eachMessage({ topic, partition, message: { key, value, headers = {}, offset } }) {
        const texts = Object.entries(headers).flatMap(([name, text]) => [name, String(text)]);
        found.get(topic)?.push(...[key, value].map((part) => part ?? Buffer.of()), Buffer.from(texts.join('\n')));
        if (BigInt(offset) + 1n >= (left.get(`${topic}/${partition}`) ?? 0n)) left.delete(`${topic}/${partition}`);
        if (left.size === 0) done.resolve();
      },
    });
    if (left.size > 0) await done.promise;
  } finally {
    await consumer.disconnect();
  }
  return Object.fromEntries([...found].map(([name, parts]) => [name, Buffer.concat(parts)]));
}
