import { eventually } from '@onceover/testing/eventually';
import type { Batch, BatchSink, Position, RecordedEvent } from '../types.ts';

export interface Collecting extends BatchSink {
  readonly events: RecordedEvent[];
  readonly batches: (readonly RecordedEvent[])[];
  readonly calls: string[];
  positions(): Position[];
  /** Waits until this many events have arrived. */
  has(count: number): Promise<void>;
}

/** A sink that keeps the events it gets; `then` may acknowledge, fail or take its time. */
export function collecting(work: (batch: Batch) => Promise<unknown> = async () => undefined): Collecting {
  const events: RecordedEvent[] = [];
  const batches: (readonly RecordedEvent[])[] = [];
  const calls: string[] = [];
  return {
    events,
    batches,
    calls,
    positions: () => events.map(({ position }) => position),
    has: (count) =>
      eventually(
        () => {
          if (events.length < count) throw new Error(`${events.length} of ${count} events have arrived`);
        },
        { withinMs: 10_000 },
      ),
    async onAssigned(shards) {
      calls.push(`assigned ${shards.join()}`);
    },
    async onBatch(batch) {
      batches.push(batch.events);
      events.push(...batch.events);
      await work(batch);
    },
    onCaughtUp(shard) {
      calls.push(`caught up ${shard}`);
    },
    async onRevoked(shards) {
      calls.push(`revoked ${shards.join()}`);
    },
  };
}
