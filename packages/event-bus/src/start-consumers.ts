import type { EventSource } from '@onceover/event-store';
import { type Clock, systemClock } from '@onceover/service-kit/clock';
import { periodically } from '@onceover/service-kit/periodic';
import { type ConsumerDefinition, inboxDays } from './consumer.ts';
import {
  type ConsumerRuntimeOptions,
  createConsumerRuntime,
  type RunningConsumer,
} from './runtime/consumer-runtime.ts';
import type { ConsumerStore } from './stores/consumer-store.ts';
import { createPostgresConsumerStore, type PostgresConsumerStoreOptions } from './stores/postgres-consumer-store.ts';

export interface StartConsumersOptions extends PostgresConsumerStoreOptions, Omit<ConsumerRuntimeOptions, 'store'> {
  readonly source: EventSource;
  readonly definitions: readonly ConsumerDefinition[];
}

/** All consumers of one service. Disposing lets current batches finish. */
export interface RunningConsumers extends AsyncDisposable {
  readonly consumers: readonly RunningConsumer[];
  /** Resolves when each has handled everything committed before the call; rejects if one halts or takes over 30 s. */
  drain(): Promise<void>;
}

const DAY_MS = 86_400_000;
const PURGE_AT_ONCE = 2_000;

/** Runs every consumer of a service in this process, or stands by while another process has it. */
export async function startConsumers(options: StartConsumersOptions): Promise<RunningConsumers> {
  const { definitions, source, log, clock = systemClock } = options;
  const store = createPostgresConsumerStore(options);
  const runtime = createConsumerRuntime({ ...options, store });
  await using stack = new AsyncDisposableStack();
  const consumers: RunningConsumer[] = [];
  stack.defer(async () => void (await Promise.all(consumers.map((consumer) => consumer.stop()))));
  for (const definition of definitions) consumers.push(await runtime.run(definition, source));
  const purging = { everyMs: DAY_MS / 4, log, failure: 'the inbox could not be purged' };
  stack.use(periodically(() => purgeInbox(store, clock), purging));
  const owned = stack.move();
  return {
    consumers,
    drain: async () => void (await Promise.all(consumers.map((consumer) => consumer.catchUp()))),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** In small transactions, because a long one would hold back every reader's horizon. */
async function purgeInbox(store: ConsumerStore, clock: Clock): Promise<void> {
  const before = new Date(clock.now().getTime() - inboxDays * DAY_MS);
  while ((await store.purgeInbox(before, PURGE_AT_ONCE)) === PURGE_AT_ONCE);
}
