import {
  type Batch,
  HaltSubscription,
  OwnershipLost,
  type RecordedEvent,
  type WatchEvents,
} from '@onceover/event-store';
import { codeOf, OutageError, WrittenByNewerVersion } from '@onceover/service-kit/errors';
import type { Logger } from '@onceover/service-kit/logging';
import { type ConsumerDefinition, consumerKey, contextIn, type ReadEvent } from '../consumer.ts';
import type { Doorbell } from '../doorbell.ts';
import { errorText } from '../error-text.ts';
import type { ConsumerStore } from '../stores/consumer-store.ts';
import { MAX_TRIES, restMs, type Sleep } from './backoff.ts';

export interface RunParts {
  readonly definition: ConsumerDefinition;
  readonly store: ConsumerStore;
  readonly log: Logger;
  now(): Date;
  readonly sleep: Sleep;
  readonly read: ReadEvent;
  readonly onHandled: Doorbell['ringHandled'];
  readonly watch: WatchEvents;
}

/**
 * Handles one batch: in one transaction if all goes well, else in halves down to the event that fails, which is tried
 * again alone and then parked or halts the consumer. What a failed try wrote is rolled back with its inbox entries.
 */
export async function runBatch(parts: RunParts, batch: Batch, events = batch.events): Promise<void> {
  try {
    await handleTogether(parts, [{ batch, events }]);
  } catch (error) {
    await recover(parts, batch, events, error);
  }
}

/** What follows when events of a batch could not be handled in one transaction. */
export async function recover(
  parts: RunParts,
  batch: Batch,
  events: readonly RecordedEvent[],
  error: unknown,
): Promise<void> {
  refuseUncounted(batch, error);
  const [event] = events;
  if (events.length === 1 && event !== undefined) {
    await insist(parts, batch, event, error);
    return;
  }
  const middle = Math.ceil(events.length / 2);
  await runBatch(parts, batch, events.slice(0, middle));
  await runBatch(parts, batch, events.slice(middle));
}

/** Events of a batch that follow each other, up to one that can be acknowledged. */
export interface Stretch {
  readonly batch: Batch;
  readonly events: readonly RecordedEvent[];
}

/** Handles these events, each batch's in their order, in one transaction, which acknowledges them. */
export async function handleTogether(parts: RunParts, stretches: readonly Stretch[]): Promise<void> {
  const { definition, store, read, watch } = parts;
  const events = stretches.flatMap((stretch) => stretch.events);
  await watch(events, () =>
    store.transact(async (unit) => {
      const fresh = await unit.enter(consumerKey(definition), events);
      const wanted = events.filter(({ id }) => fresh.has(id)).map(read);
      if (wanted.length > 0) await definition.handle(wanted, contextIn(unit, definition, parts));
      for (const { batch, events: own } of stretches.toSorted(byShard)) {
        const end = own.at(-1);
        if (end !== undefined) await batch.ack(end.position, unit.tx);
      }
    }),
  );
}

/** The order in which leases are renewed too: nobody holds what the other waits for. */
function byShard({ batch: one }: Stretch, { batch: other }: Stretch): number {
  return one.shard.localeCompare(other.shard, 'en', { numeric: true });
}

/** One event, until it works or has used up its tries. */
async function insist(parts: RunParts, batch: Batch, event: RecordedEvent, firstError: unknown): Promise<void> {
  let error = firstError;
  for (let tries = 1; tries < MAX_TRIES; tries += 1) {
    await parts.sleep(restMs(tries), batch.signal);
    try {
      await handleTogether(parts, [{ batch, events: [event] }]);
      return;
    } catch (again) {
      refuseUncounted(batch, again);
      error = again;
    }
  }
  await giveUp(parts, batch, event, error);
}

async function giveUp(parts: RunParts, batch: Batch, event: RecordedEvent, error: unknown): Promise<void> {
  const { definition, store, log, now } = parts;
  const consumer = consumerKey(definition);
  const { id: eventId, type, source, position } = event;
  const failed = { eventId, type, position, error: errorText(error) };
  const about = { consumer, eventId, eventType: type, position, err: error };
  // Set aside, it would stay aside when this process has been updated.
  if (definition.onError === 'halt' || error instanceof WrittenByNewerVersion) {
    log.error(about, 'a consumer is halted on an event: mend the cause, or let it pass with "events skip"');
    throw new HaltSubscription(`${consumer} is halted`, { on: { ...failed, at: now() }, cause: error });
  }
  await store.transact(async (unit) => {
    await unit.park({ ...failed, consumer, source, attempts: MAX_TRIES }, now());
    await batch.ack(position, unit.tx);
  });
  log.error(about, 'an event is in the dead letters: mend the cause, then hand it out again with "events dlq retry"');
}

/**
 * Throws if the failure says nothing about the event: the batch was cancelled, another owns it, or the store is down;
 * then it is delivered again for as long as that takes. Work that exceeded its own time limit does count as a try.
 */
function refuseUncounted(batch: Batch, error: unknown): void {
  if (batch.signal.aborted || error instanceof OwnershipLost) throw error;
  if (isOutage(error)) throw error;
}

/** The store is down, or was for a moment: what was asked of it may have been done. */
export function isOutage(error: unknown): boolean {
  return error instanceof OutageError && !TIMEOUTS.has(codeOf(error.cause));
}

/** Timeouts of a statement, of an idle transaction, of a transaction that took too long. */
const TIMEOUTS = new Set<string | undefined>(['57014', '25P03', '25P04']);
