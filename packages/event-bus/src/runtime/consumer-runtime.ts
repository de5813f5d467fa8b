import type { EventSource, Subscription } from '@onceover/event-store';
import { type Clock, systemClock } from '@onceover/service-kit/clock';
import type { Logger } from '@onceover/service-kit/logging';
import { noTelemetry, type Telemetry } from '@onceover/service-kit/telemetry';
import { type ConsumerDefinition, consumerKey, type ReadEvent } from '../consumer.ts';
import type { Doorbell } from '../doorbell.ts';
import type { ConsumerStore } from '../stores/consumer-store.ts';
import { realSleep, type Sleep } from './backoff.ts';
import { batchesTogether } from './batches-together.ts';
import { watchBatches } from './watch-batches.ts';

export interface ConsumerRuntimeOptions {
  readonly store: ConsumerStore;
  readonly log: Logger;
  readonly clock?: Clock | undefined;
  /** Waits between two tries. */
  readonly sleep?: Sleep;
  /** Applied to every event before its handler gets it. */
  readonly read?: ReadEvent;
  /** Called after a commit in which something changed for somebody. */
  readonly onHandled?: Doorbell['ringHandled'];
  /** Default: nobody counts. */
  readonly telemetry?: Telemetry | undefined;
}

export interface ConsumerRuntime {
  run(definition: ConsumerDefinition, source: EventSource): Promise<RunningConsumer>;
}

/** A subscription that has its consumer's name. */
export interface RunningConsumer extends Subscription {
  /** `consumerKey` of the definition. */
  readonly consumer: string;
}

const DEFAULT_MAX_BATCH = 500;

/**
 * Runs consumers: handler, inbox and checkpoint in one transaction, tries, parking and halting.
 *
 * Shape    per source and shard one batch at a time, those of several shards together; every event's effect is there exactly
 *          once, however often it is delivered
 * Refuses  a definition that names no source, no type or no version
 * Source   events reference 8.1
 */
export function createConsumerRuntime(options: ConsumerRuntimeOptions): ConsumerRuntime {
  const { store, log, clock = systemClock, sleep = realSleep, read = (event) => event } = options;
  const { onHandled = () => undefined, telemetry = noTelemetry } = options;
  return {
    async run(definition, source) {
      refuseMalformed(definition);
      const consumer = consumerKey(definition);
      const watch = watchBatches(definition, telemetry);
      const parts = { definition, store, log, now: () => clock.now(), sleep, read, onHandled, watch };
      const { sources, handles, tenantsOnly = false } = definition;
      const { startFrom = 'beginning', maxBatch = DEFAULT_MAX_BATCH, shards = 1 } = definition;
      const spec = { consumer, sources, types: handles, tenantsOnly, startFrom, maxBatch, shards };
      return Object.assign(await source.open(spec, { onBatch: batchesTogether(parts, maxBatch) }), { consumer });
    },
  };
}

function refuseMalformed({ name, version, handles }: ConsumerDefinition): void {
  if (!/^[a-z0-9_.-]+$/.test(name))
    throw new TypeError('the name of a consumer is lower-case letters, digits, dots and dashes');
  if (!Number.isInteger(version) || version < 1)
    throw new TypeError('the version of a consumer is a whole number from 1');
  if (handles.length === 0) throw new TypeError('a consumer handles at least one type of event');
}
