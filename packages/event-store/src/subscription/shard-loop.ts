import { setTimeout as delay } from 'node:timers/promises';
import type { BatchSink, Position, RecordedEvent, ShardId, SubscriptionSpec } from '../types.ts';
import { OpenBatch } from './open-batch.ts';
import { FASTEST_MS, Pace, WakeSignal } from './pace.ts';
import {
  type Checkpoint,
  type Claim,
  HaltSubscription,
  type LogReader,
  OwnershipLost,
  type ShardReader,
} from './ports.ts';
import { shardOf } from './shard-of.ts';

export interface ShardLoopOptions<Reader extends ShardReader> {
  readonly shard: ShardId;
  /** Which of `spec.shards` this is. */
  readonly number: number;
  readonly log: Reader;
  readonly spec: SubscriptionSpec;
  readonly sink: BatchSink;
  /** Pause after a first failure, in milliseconds. */
  readonly retryMs: number;
  /** Pause between two attempts to take over from another owner, in milliseconds. */
  readonly claimMs: number;
  claim(): Promise<Claim>;
  onProgress(): void;
  onError(error: unknown): void;
}

/** How often an idle loop checks whether it is still the owner; this costs no statement. */
const TICK_MS = 500;
/** How often the position is stored when no event was wanted, so that a restart does not read those events again. */
const REMEMBER_MS = 5_000;
/** How often an idle loop moves up to the end of the log, past all that it need not read. */
const MOVE_UP_MS = 300_000;

const SLOWEST_RETRY_MS = 2_000;
/** A halt waits for a person: checking it this many times less often than another owner is soon enough. */
const HALTED_CLAIMS = 3;

/**
 * Reads one shard for one subscription, a batch at a time: own it, read, deliver, acknowledge. It reads only when it was
 * told of a commit. If that hides behind a slower transaction, it reads again until it has gone past it.
 *
 * It starts from positions of events alone, never from a horizon: after a crash of the database, ids of transactions
 * that left nothing behind are given out again, and an event could appear below a horizon seen before.
 */
export class ShardLoop<Reader extends ShardReader = LogReader> {
  readonly shard: ShardId;
  readonly #options: ShardLoopOptions<Reader>;
  readonly #signal = new WakeSignal();
  readonly #abort = new AbortController();
  readonly #pace = new Pace();
  #checkpoint: Checkpoint | undefined;
  #handled: Position;
  #reached: Position;
  /** An event that was committed and not reached yet. */
  #goal: Position | undefined;
  /** There may be something to read, wherever it is. */
  #mustRead = true;
  #readAt = Number.NEGATIVE_INFINITY;
  #movedUpAt = performance.now();
  #rememberedAt = Number.NEGATIVE_INFINITY;
  #failures = 0;
  #isStopping = false;
  #isCaughtUp = false;
  /** Something failed after it may have moved the checkpoint. */
  #isUnsure = false;
  isHalted = false;

  constructor(options: ShardLoopOptions<Reader>, claim: Claim) {
    this.shard = options.shard;
    this.#options = options;
    this.#handled = this.#adopt(claim);
    this.#reached = this.#handled;
  }

  /** The position of an event that was delivered and acknowledged, or is not wanted: the next read starts after it. */
  get handled(): Position {
    return this.#handled;
  }

  /** Nothing wanted was left up to here when the loop last read. */
  get reached(): Position {
    return this.#reached;
  }

  get isOwner(): boolean {
    return this.#checkpoint !== undefined;
  }

  get log(): Reader {
    return this.#options.log;
  }

  lag(): Promise<{ events: number; seconds: number }> {
    return this.#options.log.lag(this.#handled);
  }

  /** Read at once: something may have been committed. */
  wake(): void {
    this.#mustRead = true;
    this.#signal.ring();
  }

  /** An event was committed, wanted or not: read until it is behind. */
  expect(upTo: Position): void {
    if (upTo <= this.#handled || (this.#goal !== undefined && upTo <= this.#goal)) return;
    this.#goal = upTo;
    this.#signal.ring();
  }

  /** No further batch; the current one may still finish. */
  stop(): void {
    this.#isStopping = true;
    this.#signal.ring();
  }

  /** The current one is cancelled too. */
  abort(): void {
    this.#abort.abort();
  }

  async release(): Promise<void> {
    await this.#checkpoint?.release().catch(() => undefined);
    this.#checkpoint = undefined;
  }

  /** Resolves when stopped; never rejects. A halted loop waits until its checkpoint can be had again. */
  async run(): Promise<void> {
    while (!this.#isStopping) {
      try {
        if (this.#checkpoint === undefined) await this.#standBy();
        else await this.#turn(this.#checkpoint);
        this.#failures = 0;
      } catch (error) {
        await this.#fail(error);
      }
    }
  }

  async #fail(error: unknown): Promise<void> {
    // The sink that halted has already reported why.
    if (error instanceof HaltSubscription) await this.#halt(error).catch(this.#options.onError);
    else this.#options.onError(error);
    this.#isUnsure = true;
    // It may be ours still: an answer that was lost leaves it elsewhere than we think. Kept, its lease would be renewed for ever.
    if (error instanceof OwnershipLost) await this.release();
    this.#mustRead = true;
    // Failures in a row mean an outage: retry a little less often, though it may end at any moment.
    const restMs = Math.min(this.#options.retryMs * 2 ** this.#failures, SLOWEST_RETRY_MS);
    this.#failures += 1;
    await this.#rest(restMs);
  }

  #adopt(claim: Claim): Position {
    this.#isUnsure = false;
    this.isHalted = 'heldAt' in claim && claim.isHalted === true;
    if ('heldAt' in claim) return claim.heldAt;
    this.#checkpoint = claim.checkpoint;
    return claim.checkpoint.position;
  }

  async #standBy(): Promise<void> {
    this.#handled = this.#adopt(await this.#options.claim());
    this.#reached = this.#handled;
    this.#mustRead = true;
    this.#options.onProgress();
    const { claimMs } = this.#options;
    if (this.#checkpoint === undefined) await this.#rest(this.isHalted ? claimMs * HALTED_CLAIMS : claimMs);
  }

  /** If it cannot be noted, the event is tried again, and halts again. */
  async #halt({ on }: HaltSubscription): Promise<void> {
    await this.#checkpoint?.halt(on);
    this.#checkpoint = undefined;
    this.isHalted = true;
    this.#options.onProgress();
  }

  async #turn(checkpoint: Checkpoint): Promise<void> {
    if (checkpoint.isLost) throw new OwnershipLost();
    if (this.#isUnsure) {
      await checkpoint.reload();
      this.#handled = checkpoint.position;
      this.#isUnsure = false;
    }
    if (performance.now() - this.#movedUpAt > MOVE_UP_MS) await this.#moveUp();
    if (this.#mustRead || this.#goal !== undefined) return this.#readAgain(checkpoint);
    await this.#remember(checkpoint);
    await this.#rest(TICK_MS);
  }

  async #moveUp(): Promise<void> {
    const last = await this.#options.log.last();
    this.#movedUpAt = performance.now();
    if (last !== undefined) this.expect(last);
  }

  async #readAgain(checkpoint: Checkpoint): Promise<void> {
    // If every commit rings, reading at each of them would cost the writers more than it gives the readers.
    const { gatherMs = FASTEST_MS } = this.#options.spec;
    const earlyMs = gatherMs - (performance.now() - this.#readAt);
    if (earlyMs > 0) await delay(earlyMs);
    while (!this.#isStopping && (await this.#read(checkpoint)) === 'full');
    if (this.#goal !== undefined) await this.#rest(this.#pace.restMs());
    else if (!this.#isStopping) this.#caughtUp();
  }

  async #read(checkpoint: Checkpoint): Promise<'full' | 'end'> {
    const { log, spec } = this.#options;
    this.#readAt = performance.now();
    this.#mustRead = false;
    const { events, upTo, hidden } = await log.read(this.#handled, spec.maxBatch);
    if (hidden !== undefined) this.expect(hidden);
    if (events.length > 0) await this.#handOut(events, checkpoint);
    this.#arrive(upTo);
    this.#options.onProgress();
    return events.length === spec.maxBatch ? 'full' : 'end';
  }

  #arrive(upTo: Position): void {
    this.#reached = upTo;
    if (this.#goal === undefined || this.#goal > upTo) return;
    if (this.#goal > this.#handled) this.#handled = this.#goal;
    this.#goal = undefined;
    this.#pace.reset();
  }

  async #rest(ms: number): Promise<void> {
    if (!this.#isStopping) await this.#signal.wait(ms);
  }

  async #handOut(events: readonly RecordedEvent[], checkpoint: Checkpoint): Promise<void> {
    const own = events.filter(({ streamId }) => this.#isOwn(streamId));
    const end = events.at(-1)?.position ?? this.#handled;
    if (own.length > 0) await this.#handOutOwn(own, checkpoint);
    // Events of other shards move the checkpoint only page by page: it is written for restarts, not for every event.
    else if (events.length === this.#options.spec.maxBatch) await checkpoint.move(end);
    if (end > this.#handled) this.#handled = end;
  }

  #isOwn(streamId: string): boolean {
    const { shards = 1 } = this.#options.spec;
    return shards === 1 || shardOf(streamId, shards) === this.#options.number;
  }

  /** The sink decides: resolved means done; rejected means deliver again from the first event not acknowledged. */
  async #handOutOwn(own: readonly RecordedEvent[], checkpoint: Checkpoint): Promise<void> {
    const { shard, sink } = this.#options;
    const batch = new OpenBatch(shard, own, this.#abort.signal, checkpoint);
    const end = own.at(-1)?.position;
    try {
      await sink.onBatch(batch);
      if (end !== undefined) await batch.ack(end);
    } finally {
      batch.close();
    }
  }

  #caughtUp(): void {
    if (this.#isCaughtUp) return;
    this.#isCaughtUp = true;
    this.#options.sink.onCaughtUp?.(this.shard, this.#handled);
  }

  async #remember(checkpoint: Checkpoint): Promise<void> {
    if (checkpoint.position >= this.#handled || performance.now() - this.#rememberedAt < REMEMBER_MS) return;
    await checkpoint.move(this.#handled);
    this.#rememberedAt = performance.now();
  }
}
