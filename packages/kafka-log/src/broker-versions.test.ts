import { type AddressInfo, createServer } from 'node:net';
import { createLogger } from '@onceover/service-kit/logging';
import { expect, test } from 'vitest';
import { kafkaClient } from './connection.ts';
import { withAdmin } from './topics.ts';

/** Answers ApiVersions alone, as a broker whose Fetch goes up to a version, and counts how often it is asked. */
async function brokerOf(newestFetch: number) {
  let asked = 0;
  const server = createServer((socket) => {
    socket.on('data', (request: Buffer) => {
      asked += 1;
      const body = Buffer.alloc(4 + 2 + 4 + 2 * 6 + 4);
      body.writeInt32BE(request.readInt32BE(8), 0);
      body.writeInt32BE(2, 6);
      for (const [at, [key, most]] of [[18, 2] as const, [1, newestFetch] as const].entries()) {
        body.writeInt16BE(key, 10 + 6 * at);
        body.writeInt16BE(most, 14 + 6 * at);
      }
      const size = Buffer.alloc(4);
      size.writeInt32BE(body.length);
      socket.write(Buffer.concat([size, body]));
    });
    socket.on('error', () => undefined);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked,
    async [Symbol.asyncDispose]() {
      server.close();
    },
  };
}

test.each([
  ['2.8', 12],
  ['3.8', 16],
])('brokers of %s are refused at the first connection, and not asked again', async (_version, newestFetch) => {
  await using broker = await brokerOf(newestFetch);
  const kafka = kafkaClient({ brokers: [broker.address], clientId: 'test' }, createLogger('test'));
  await expect(withAdmin(kafka, async () => undefined)).rejects.toMatchObject({
    name: 'ConfigError',
    problems: [
      `ONCEOVER_KAFKA_BROKERS: the broker ${broker.address} is older than Apache Kafka 3.9: take brokers of 3.9 or 4`,
    ],
  });
  expect(broker.asked()).toBe(1);
});
