import { createPostgresEventSource, type EventSource, LogWatch, poolSettings } from '@onceover/event-store';
import { createLogger } from '@onceover/service-kit/logging';
import pg from 'pg';
import { createConsumerRuntime } from '../runtime/consumer-runtime.ts';
import type { ConsumerStore } from '../stores/consumer-store.ts';
import { createPostgresConsumerStore } from '../stores/postgres-consumer-store.ts';
import { AS_COUNTER, COUNTER } from './migrate-bus.ts';

/** A consumer in its own process, which dies where the test says. Started by `startConsumerProcess`. */
export interface ConsumerProcessOptions {
  readonly address: pg.ClientConfig;
  readonly consumer: string;
  readonly leaseMs: number;
  /** Where to die while handling the batch with the tenth event. */
  readonly dieAt: 'before-effect' | 'after-effect' | 'after-commit' | null;
  /** The process ends by itself when there is nothing left to do. */
  readonly endsWhenDone: boolean;
}

const options = JSON.parse(process.argv[2] ?? '{}') as ConsumerProcessOptions;
const { address, consumer, leaseMs, dieAt, endsWhenDone } = options;
const pool = new pg.Pool({ ...address, ...poolSettings({ max: 6, name: 'consumer-process' }), ...AS_COUNTER });
let handled = 0;

function die(): void {
  process.kill(process.pid, 'SIGKILL');
}

const isDue = (point: ConsumerProcessOptions['dieAt']) => dieAt === point && handled >= 10;

/** Dies between the commit of the effect and the next step. */
function dyingAfterCommit(store: ConsumerStore): ConsumerStore {
  return {
    ...store,
    async transact(work) {
      const result = await store.transact(work);
      if (isDue('after-commit')) die();
      return result;
    },
  };
}

/** Acknowledges like a broker, after the commit and not with it, so that there is a gap between the two. */
function acknowledgingLate(source: EventSource): EventSource {
  return {
    kind: source.kind,
    open: (spec, sink) =>
      source.open(spec, {
        ...sink,
        async onBatch(batch) {
          const { shard, events, signal } = batch;
          await sink.onBatch({ shard, events, signal, ack: async () => undefined });
        },
      }),
  };
}

const plain = createPostgresEventSource({
  onError: () => undefined,
  pool,
  schema: COUNTER,
  logs: { boxes: 'boxes' },
  leaseMs,
  watch: new LogWatch({ slowestMs: 20 }),
});
const runtime = createConsumerRuntime({
  store: dyingAfterCommit(createPostgresConsumerStore({ pool, schema: COUNTER })),
  log: createLogger('consumer-process'),
});
const running = await runtime.run(
  {
    name: consumer,
    version: 1,
    sources: ['boxes'],
    handles: ['box.noted'],
    onError: 'halt',
    maxBatch: 4,
    async handle(events, { tx }) {
      for (const { id } of events) {
        handled += 1;
        if (isDue('before-effect')) die();
        await tx.raw('insert into counter.effects (key) values (?)', [id]);
        if (isDue('after-effect')) die();
      }
    },
  },
  dieAt === 'after-commit' ? acknowledgingLate(plain) : plain,
);
process.stdout.write(`${running.state}\n`);
if (endsWhenDone) {
  await running.catchUp();
  await running.stop();
  await pool.end();
}
