import { setTimeout as delay } from 'node:timers/promises';
import type { BatchSink, Position, RecordedEvent, ShardId, SubscriptionSpec } from '../types.ts';
import { OpenBatch } from './open-batch.ts';
import { FASTEST_MS, Pace } from './pace.ts';
import { type Checkpoint, type Claim, HaltSubscription, type LogReader, OwnershipLost } from './ports.ts';
import { shardOf } from './shard-of.ts';
import { WakeSignal } from './wake-signal.ts';

export interface ShardLoopOptions {
  readonly shard: ShardId;
  /** Which of `spec.shards` this is. */
  readonly number: number;
  readonly log: LogReader;
  readonly spec: SubscriptionSpec;
  readonly sink: BatchSink;
  /** Longest pause between two polls, in milliseconds. */
  readonly pollMs: number;
  /** Pause between two attempts to take over from another owner, in milliseconds. */
  readonly claimMs: number;
  claim(): Promise<Claim>;
  onProgress(): void;
  onError(error: unknown): void;
}

/** How often the position is stored when no event was wanted, so that a restart does not read those events again. */
const REMEMBER_MS = 5_000;

const SLOWEST_RETRY_MS = 2_000;

/** Reads one shard for one subscription, a batch at a time: own it, read, deliver, acknowledge, pause. */
export class ShardLoop {
  readonly shard: ShardId;
  readonly #options: ShardLoopOptions;
  readonly #signal = new WakeSignal();
  readonly #abort = new AbortController();
  readonly #pace: Pace;
  #checkpoint: Checkpoint | undefined;
  #handled: Position;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #rememberedAt = Number.NEGATIVE_INFINITY;
  #failures = 0;
  #isStopping = false;
  #isCaughtUp = false;
  /** A batch failed after it may have moved the checkpoint in a transaction of its own. */
  #isUnsure = false;
  isHalted = false;

  constructor(options: ShardLoopOptions, claim: Claim) {
    this.shard = options.shard;
    this.#options = options;
    this.#pace = new Pace(options.pollMs);
    this.#handled = this.#adopt(claim);
  }

  /** Everything up to here was delivered and acknowledged, or has a type the subscriber did not ask for. */
  get handled(): Position {
    return this.#handled;
  }

  get isOwner(): boolean {
    return this.#checkpoint !== undefined;
  }

  get log(): LogReader {
    return this.#options.log;
  }

  lag(): Promise<{ events: number; seconds: number }> {
    return this.#options.log.lag(this.#handled);
  }

  wake(): void {
    this.#signal.ring();
  }

  /** No further batch; the current one may still finish. */
  stop(): void {
    this.#isStopping = true;
    this.wake();
  }

  /** The current one is cancelled too. */
  abort(): void {
    this.#abort.abort();
  }

  /** Frees what it owns for others. */
  async release(): Promise<void> {
    await this.#checkpoint?.release().catch(() => undefined);
    this.#checkpoint = undefined;
  }

  /** Resolves when stopped or halted; never rejects. */
  async run(): Promise<void> {
    while (!this.#isStopping) {
      try {
        if (this.#checkpoint === undefined) await this.#standBy();
        else await this.#turn(this.#checkpoint);
        this.#failures = 0;
      } catch (error) {
        // The sink that halted has already reported why.
        if (error instanceof HaltSubscription) return this.#halt();
        this.#options.onError(error);
        if (error instanceof OwnershipLost) this.#checkpoint = undefined;
        await this.#rest(this.#restAfterFailureMs());
      }
    }
  }

  /** Failures in a row mean an outage: retry a little less often, though it may end at any moment. */
  #restAfterFailureMs(): number {
    this.#failures += 1;
    return Math.min(this.#options.pollMs * 2 ** (this.#failures - 1), SLOWEST_RETRY_MS);
  }

  #adopt(claim: Claim): Position {
    this.#isUnsure = false;
    if ('heldAt' in claim) return claim.heldAt;
    this.#checkpoint = claim.checkpoint;
    return claim.checkpoint.position;
  }

  async #standBy(): Promise<void> {
    this.#handled = this.#adopt(await this.#options.claim());
    this.#options.onProgress();
    if (this.#checkpoint === undefined) await this.#rest(this.#options.claimMs);
  }

  async #halt(): Promise<void> {
    this.isHalted = true;
    this.#options.onProgress();
    await this.release();
  }

  async #turn(checkpoint: Checkpoint): Promise<void> {
    const { log, spec } = this.#options;
    this.#lookedAt = performance.now();
    if (checkpoint.isLost) throw new OwnershipLost();
    if (this.#isUnsure) {
      await checkpoint.reload();
      this.#handled = checkpoint.position;
      this.#isUnsure = false;
    }
    if (this.#isCaughtUp && !(await log.hasAfter(this.#handled))) {
      await this.#remember(checkpoint);
      await this.#rest(this.#pace.restMs(false));
      return;
    }
    const events = await log.read(this.#handled, spec.maxBatch);
    if (events.length > 0) {
      this.#isCaughtUp = false;
      this.#pace.news();
      await this.#handOut(events, checkpoint);
    }
    if (events.length === spec.maxBatch || this.#isStopping) return;
    const { hasHidden } = await log.horizon();
    if (events.length === 0 && !hasHidden) await this.#caughtUp(checkpoint);
    await this.#rest(this.#pace.restMs(hasHidden));
  }

  async #rest(ms: number): Promise<void> {
    if (this.#isStopping) return;
    if (!(await this.#signal.wait(ms))) return;
    this.#pace.news();
    // If every commit rings, polling at each of them would cost the writers more than it gives the readers.
    const earlyMs = FASTEST_MS - (performance.now() - this.#lookedAt);
    if (earlyMs > 0 && !this.#isStopping) await delay(earlyMs);
  }

  async #handOut(events: readonly RecordedEvent[], checkpoint: Checkpoint): Promise<void> {
    const wanted = events.filter((event) => this.#isWanted(event));
    const end = events.at(-1)?.position ?? this.#handled;
    if (wanted.length > 0) await this.#handOutWanted(wanted, checkpoint);
    // Rows nobody asked for move the checkpoint only page by page: it is written for restarts, not for every event.
    else if (events.length === this.#options.spec.maxBatch) await checkpoint.move(end);
    if (end > this.#handled) this.#handled = end;
    this.#options.onProgress();
  }

  #isWanted({ type, streamId, tenantRef }: RecordedEvent): boolean {
    const { types, tenantsOnly = false, shards = 1 } = this.#options.spec;
    if (tenantsOnly && tenantRef === null) return false;
    if (types !== undefined && !types.includes(type)) return false;
    return shards === 1 || shardOf(streamId, shards) === this.#options.number;
  }

  /** The sink decides: resolved means done; rejected means deliver again from the first event not acknowledged. */
  async #handOutWanted(wanted: readonly RecordedEvent[], checkpoint: Checkpoint): Promise<void> {
    const { shard, sink } = this.#options;
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

  async #caughtUp(checkpoint: Checkpoint): Promise<void> {
    await this.#remember(checkpoint);
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
