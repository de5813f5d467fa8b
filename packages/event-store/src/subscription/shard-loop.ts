import type { BatchSink, Position, RecordedEvent, ShardId, SubscriptionSpec } from '../types.ts';
import { OpenBatch } from './open-batch.ts';
import { Pace } from './pace.ts';
import { type Checkpoint, type LogReader, OwnershipLost } from './ports.ts';
import { WakeSignal } from './wake-signal.ts';

export interface ShardLoopOptions {
  readonly shard: ShardId;
  readonly log: LogReader;
  readonly checkpoint: Checkpoint;
  readonly spec: SubscriptionSpec;
  readonly sink: BatchSink;
  /** Longest rest between two looks, in milliseconds. */
  readonly pollMs: number;
  onProgress(): void;
  onError(error: unknown): void;
}

/** Reads one log for one subscription, a batch at a time: read, hand out, acknowledge, rest. */
export class ShardLoop {
  readonly shard: ShardId;
  readonly #options: ShardLoopOptions;
  readonly #signal = new WakeSignal();
  readonly #abort = new AbortController();
  readonly #pace: Pace;
  #handled: Position;
  #isStopping = false;
  #isCaughtUp = false;
  /** A batch failed after it may have moved the checkpoint in a transaction of its own. */
  #isUnsure = false;
  isHalted = false;

  constructor(options: ShardLoopOptions) {
    this.shard = options.shard;
    this.#options = options;
    this.#pace = new Pace(options.pollMs);
    this.#handled = options.checkpoint.position;
  }

  /** Everything up to here was handed out and acknowledged, or is of no type the subscriber asked for. */
  get handled(): Position {
    return this.#handled;
  }

  lag(): Promise<{ events: number; seconds: number }> {
    return this.#options.log.lag(this.#handled);
  }

  wake(): void {
    this.#signal.ring();
  }

  /** No further batch; the one in hand may still finish. */
  stop(): void {
    this.#isStopping = true;
    this.wake();
  }

  /** The one in hand is called off, too. */
  abort(): void {
    this.#abort.abort();
  }

  /** Resolves when stopped or halted; never rejects. */
  async run(): Promise<void> {
    while (!this.#isStopping) {
      try {
        await this.#turn();
      } catch (error) {
        this.#options.onError(error);
        this.isHalted = error instanceof OwnershipLost;
        if (this.isHalted) return;
        await this.#rest(this.#options.pollMs);
      }
    }
  }

  async #turn(): Promise<void> {
    const { log, spec, checkpoint } = this.#options;
    if (this.#isUnsure) {
      await checkpoint.reload();
      this.#handled = checkpoint.position;
      this.#isUnsure = false;
    }
    const events = await log.read(this.#handled, spec.maxBatch);
    if (events.length > 0) {
      this.#isCaughtUp = false;
      this.#pace.news();
      await this.#handOut(events);
    }
    if (events.length === spec.maxBatch || this.#isStopping) return;
    const { hasHidden } = await log.horizon();
    if (events.length === 0 && !hasHidden) this.#caughtUp();
    await this.#rest(this.#pace.restMs(hasHidden));
  }

  async #rest(ms: number): Promise<void> {
    if (this.#isStopping) return;
    if (await this.#signal.wait(ms)) this.#pace.news();
  }

  async #handOut(events: readonly RecordedEvent[]): Promise<void> {
    const { types, maxBatch } = this.#options.spec;
    const wanted = types === undefined ? events : events.filter(({ type }) => types.includes(type));
    const end = events.at(-1)?.position ?? this.#handled;
    if (wanted.length > 0) await this.#handOutWanted(wanted);
    // Rows nobody asked for move the checkpoint only page by page: it is written for restarts, not for every event.
    else if (events.length === maxBatch) await this.#options.checkpoint.move(end);
    this.#progress(end);
  }

  /** The sink's word counts: resolved is done, rejected is to be handed out again from the first not acknowledged. */
  async #handOutWanted(wanted: readonly RecordedEvent[]): Promise<void> {
    const { shard, sink, checkpoint } = this.#options;
    const batch = new OpenBatch(shard, wanted, this.#abort.signal, checkpoint);
    const end = wanted.at(-1)?.position;
    try {
      await sink.onBatch(batch);
      if (end !== undefined) await batch.ack(end);
    } catch (error) {
      this.#isUnsure = true;
      throw error;
    } finally {
      batch.close();
    }
  }

  #progress(to: Position): void {
    if (to > this.#handled) this.#handled = to;
    this.#options.onProgress();
  }

  #caughtUp(): void {
    if (this.#isCaughtUp) return;
    this.#isCaughtUp = true;
    this.#options.sink.onCaughtUp?.(this.shard, this.#handled);
  }
}
