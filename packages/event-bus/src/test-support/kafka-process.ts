import { createOwnLog, createPostgresEventSource, poolSettings } from '@onceover/event-store';
import { createLogger } from '@onceover/service-kit/logging';
import pg from 'pg';
import { createConsumerRuntime } from '../runtime/consumer-runtime.ts';
import { createPostgresConsumerStore } from '../stores/postgres-consumer-store.ts';
import { kafkaTopics } from './kafka-topics.ts';
import { AS_COUNTER, AS_RELAY, COUNTER } from './migrate-bus.ts';

/** A relay or a consumer in its own process, which dies where the test says, or whenever it is killed. */
export interface KafkaProcessOptions {
  readonly does: 'relay' | 'consume';
  readonly address: pg.ClientConfig;
  readonly brokers: readonly string[];
  readonly prefix: string;
  /** Before the name of the consumer's group. */
  readonly group: string;
  readonly consumer: string;
  /** Where to die, at the third batch. */
  readonly dieAt: 'before-send' | 'while-sending' | 'before-ack' | 'after-ack' | null;
}

const options = JSON.parse(process.argv[2] ?? '{}') as KafkaProcessOptions;
const { does, address, brokers, prefix, group, consumer, dieAt } = options;
const poolOf = (as: pg.PoolConfig) =>
  new pg.Pool({ ...address, ...poolSettings({ max: 8, name: 'kafka-process' }), ...as });
const asCounter = poolOf(AS_COUNTER);
const asRelay = poolOf(AS_RELAY);
const source = createPostgresEventSource({
  onError: () => undefined,
  pool: asCounter,
  schema: COUNTER,
  logs: { boxes: 'boxes', crates: 'crates' },
});
const endsOf = (log: string) => createOwnLog({ pool: asCounter, schema: log, service: log, bucket: '0' }).ends();
const topics = kafkaTopics(brokers, { source, asCounter, asRelay: () => asRelay, endsOf }, { prefix, group });

let batches = 0;
function dieIf(point: KafkaProcessOptions['dieAt']): void {
  if (dieAt === point && batches >= 3) process.kill(process.pid, 'SIGKILL');
}

if (does === 'relay') {
  const { producer } = topics.kafka;
  topics.kafka.producer = (config) => {
    const made = producer.call(topics.kafka, config);
    const { send } = made;
    made.send = async (record) => {
      batches += 1;
      dieIf('before-send');
      const sent = send(record);
      setTimeout(() => dieIf('while-sending'), 1);
      return await sent;
    };
    return made;
  };
  const query = asRelay.query.bind(asRelay) as (...args: unknown[]) => Promise<unknown>;
  asRelay.query = (async (...args: unknown[]) => {
    const isAck = String(args[0]).includes('set position = $1');
    if (isAck) dieIf('before-ack');
    const result = await query(...args);
    if (isAck) dieIf('after-ack');
    return result;
  }) as typeof asRelay.query;
  await topics.startRelay('boxes');
} else {
  const runtime = createConsumerRuntime({
    store: createPostgresConsumerStore({ pool: asCounter, schema: COUNTER }),
    log: createLogger('kafka-process'),
  });
  await runtime.run(
    {
      name: consumer,
      version: 1,
      sources: ['boxes'],
      handles: ['box.noted'],
      onError: 'halt',
      maxBatch: 5,
      async handle(events, { tx }) {
        for (const { id } of events) await tx.raw('insert into counter.effects (key) values (?)', [id]);
      },
    },
    topics.member(),
  );
}
process.stdout.write('ready\n');
