import type { Batch } from '@onceover/event-store';
import { handleTogether, isOutage, type RunParts, recover, runBatch } from './batch-run.ts';

interface Waiting {
  readonly batch: Batch;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Handles the batches that partitions of one log have at the same time in one transaction: with few events in each, the
 * transactions would cost more than the events. While one runs, the next gather. If one of them fails, each goes by itself as if it
 * had come alone, and holds up no other; an outage is told to all.
 */
export function batchesTogether(parts: RunParts, mostEvents: number): (batch: Batch) => Promise<void> {
  const lanes = new Map<string, Lane>();
  return (batch) => {
    const source = batch.events[0]?.source ?? '';
    const lane = lanes.get(source) ?? new Lane(parts, mostEvents);
    lanes.set(source, lane);
    return lane.run(batch);
  };
}

/** The batches of one log. */
class Lane {
  readonly #parts: RunParts;
  readonly #mostEvents: number;
  #waiting: Waiting[] = [];
  #isRunning = false;

  constructor(parts: RunParts, mostEvents: number) {
    this.#parts = parts;
    this.#mostEvents = mostEvents;
  }

  run(batch: Batch): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ batch, resolve, reject });
      this.#goOn();
    });
  }

  #goOn(): void {
    if (this.#isRunning || this.#waiting.length === 0) return;
    this.#isRunning = true;
    // What one fetch found for several partitions comes within one turn.
    setImmediate(() => {
      void this.#runTogether(this.#take()).finally(() => {
        this.#isRunning = false;
        this.#goOn();
      });
    });
  }

  /** The oldest that fit into one transaction, one at least. */
  #take(): readonly Waiting[] {
    let [count, events] = [0, 0];
    for (const { batch } of this.#waiting) {
      events += batch.events.length;
      if (count > 0 && events > this.#mostEvents) break;
      count += 1;
    }
    return this.#waiting.splice(0, count);
  }

  async #runTogether(taken: readonly Waiting[]): Promise<void> {
    try {
      await handleTogether(
        this.#parts,
        taken.map(({ batch }) => ({ batch, events: batch.events })),
      );
    } catch (error) {
      for (const { batch, resolve, reject } of taken) this.#runAlone(batch, taken.length, error).then(resolve, reject);
      return;
    }
    for (const { resolve } of taken) resolve();
  }

  /** One that was alone has had its first try. */
  async #runAlone(batch: Batch, together: number, error: unknown): Promise<void> {
    if (together === 1) return await recover(this.#parts, batch, batch.events, error);
    // It may have been done, and nobody knows until the place is read.
    if (isOutage(error)) throw error;
    await runBatch(this.#parts, batch);
  }
}
