import { watermarkAge } from '@onceover/event-bus';
import { causeOf, TopicWriter } from '@onceover/kafka-log';
import type { KafkaConfig } from '@onceover/kafka-log/config';
import { type PartnerTopics, partnerEgressTable, startPartnerEgress } from '@onceover/notifications/partner-egress';
import { withClient } from '@onceover/postgres-kit/app-connection';
import { checkServer } from '@onceover/postgres-kit/check-server';
import type { PostgresAddress } from '@onceover/postgres-server';
import { addressFrom } from '@onceover/process/database';
import { openTelemetry } from '@onceover/process/telemetry';
import { redisBells } from '@onceover/redis-kit/bells';
import { openRedis } from '@onceover/redis-kit/link';
import { partnerTopic } from '@onceover/schema/events/partner-topics';
import { ConfigError, loadConfig } from '@onceover/service-kit/config';
import type { Logger } from '@onceover/service-kit/logging';
import { backingConfig, openKafka, topicOfPartner } from './backing.ts';
import { partnerEgressConfig, siteOriginOf } from './config.ts';
import type { RunningProcess } from './service-process.ts';

/** Fills the topics of partners. Several of them divide the topics among them, and stand by for each other. */
export async function startPartnerEgressProcess(env: NodeJS.ProcessEnv, log: Logger): Promise<RunningProcess> {
  const { own, kafka, redis } = loadConfig({ own: partnerEgressConfig, ...backingConfig }, env);
  if (own.siteHost === undefined) {
    throw new ConfigError([
      'ONCEOVER_SITE_HOST is required here: events say which installation they are of; give the host[:port] of the site',
    ]);
  }
  const database = addressFrom(own.databaseUrl);
  await using stack = new AsyncDisposableStack();
  const { telemetry, show } = await openTelemetry(own, { name: 'partner-egress', log, stack });
  await checkServer(database);
  await requireTable(database);
  const bells = redisBells(stack.use(await openRedis({ address: redis.address, log })));
  const topics = stack.use(topicsOn(openKafka(kafka, 'partner-egress'), kafka));
  const siteOrigin = siteOriginOf(own.siteHost);
  const egress = stack.use(startPartnerEgress({ database, topics, bells, siteOrigin, log, telemetry }));
  const readiness = () => egress.ready();
  const events = { consumers: () => egress.consumers(), watermarkAge: () => watermarkAge(database) };
  await show({ log, readiness, events }, stack);
  const owned = stack.move();
  // Whoever starts it waits for one word.
  return { url: 'partner-topics', readiness, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** The topics at the brokers, each with a producer of its own while something is written to it. */
function topicsOn(kafka: ReturnType<typeof openKafka>, config: KafkaConfig): PartnerTopics & AsyncDisposable {
  const writers = new Map<string, TopicWriter>();
  const writerOf = (partnerRef: string) => {
    const writer = writers.get(partnerRef) ?? new TopicWriter(kafka, topicOfPartner(partnerRef, config));
    writers.set(partnerRef, writer);
    return writer;
  };
  const letGo = async (partnerRef: string) => {
    const writer = writers.get(partnerRef);
    writers.delete(partnerRef);
    await writer?.[Symbol.asyncDispose]();
  };
  return {
    days: partnerTopic.topicDays,
    make: (partnerRef, beforeMade) => writerOf(partnerRef).make(beforeMade),
    publish: (partnerRef, records) =>
      writerOf(partnerRef).write(
        // A topic forgets events by their own age.
        records.map(({ key, headers, value, at }) => {
          return { key, headers, value: Buffer.from(value), timestamp: String(at.getTime()) };
        }),
      ),
    letGo,
    causeOf,
    async [Symbol.asyncDispose]() {
      await Promise.all([...writers.keys()].map(letGo));
    },
  };
}

/** It is made by notifications. */
async function requireTable(database: PostgresAddress): Promise<void> {
  const { rows } = await withClient(database, (client) =>
    client.query<{ isThere: boolean }>('select to_regclass($1) is not null as "isThere"', [partnerEgressTable]),
  );
  if (rows[0]?.isThere === true) return;
  throw new ConfigError([
    'ONCEOVER_DATABASE_URL: this database has no topics of partners: start notifications first, which makes what is missing, and give its database',
  ]);
}
