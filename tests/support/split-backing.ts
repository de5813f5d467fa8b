import { randomBytes } from 'node:crypto';
import { kafkaClient, withAdmin } from '@onceover/kafka-log';
import { createLogger } from '@onceover/service-kit/logging';
import { startOwnKafka } from '@onceover/testing/kafka';
import { startTestRedis } from '@onceover/testing/redis';

/** Kafka and Redis, for systems that share them. */
export interface BackingPlace {
  readonly redisUrl: string;
  /** `host:port`, with commas between. */
  readonly brokers: string;
}

/** The part of them that one system has for itself; disposing it takes its topics away. */
export interface OwnPart extends BackingPlace, AsyncDisposable {
  readonly prefix: string;
}

/** Starts a broker and a server. */
export async function startBacking(): Promise<BackingPlace & AsyncDisposable> {
  await using stack = new AsyncDisposableStack();
  const [redis, kafka] = await Promise.all([startTestRedis(), startOwnKafka({ nodes: 1 })]);
  stack.use(redis);
  stack.use(kafka);
  const owned = stack.move();
  return { redisUrl: redis.url, brokers: kafka.brokers.join(','), [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** Names that no other system on them has. */
export function ownPartOf({ redisUrl, brokers }: BackingPlace): OwnPart {
  const prefix = `t-${randomBytes(6).toString('hex')}`;
  return {
    prefix,
    brokers,
    redisUrl: `${redisUrl}?prefix=${prefix}`,
    async [Symbol.asyncDispose]() {
      const connection = { brokers: brokers.split(','), clientId: prefix, tls: undefined, sasl: undefined };
      await withAdmin(kafkaClient(connection, createLogger(prefix)), async (admin) => {
        const topics = (await admin.listTopics()).filter((name) => name.startsWith(`${prefix}.`));
        if (topics.length > 0) await admin.deleteTopics({ topics });
      });
    },
  };
}
