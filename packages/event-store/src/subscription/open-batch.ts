import type { Knex } from 'knex';
import type { Batch, Bookmark, Position, RecordedEvent, ShardId } from '../types.ts';
import type { Checkpoint } from './ports.ts';

/** A batch that a sink is handling; after `close` none of it can be acknowledged. */
export class OpenBatch implements Batch {
  readonly shard: ShardId;
  readonly events: readonly RecordedEvent[];
  readonly signal: AbortSignal;
  readonly #checkpoint: Checkpoint;
  #isClosed = false;

  constructor(shard: ShardId, events: readonly RecordedEvent[], signal: AbortSignal, checkpoint: Checkpoint) {
    this.shard = shard;
    this.events = events;
    this.signal = signal;
    this.#checkpoint = checkpoint;
  }

  get bookmark(): Bookmark | undefined {
    return this.#checkpoint.bookmark;
  }

  async ack(upTo: Position, tx?: Knex.Transaction, bookmark?: Bookmark): Promise<void> {
    if (this.#isClosed || this.signal.aborted)
      throw new TypeError('the batch is over: nothing more can be acknowledged');
    if (!this.events.some(({ position }) => position === upTo))
      throw new TypeError('this batch has no event at that position');
    if (upTo > this.#checkpoint.position) await this.#checkpoint.move(upTo, tx, bookmark);
  }

  close(): void {
    this.#isClosed = true;
  }
}
