import type { Knex } from 'knex';
import type { Position, RecordedEvent } from '../types.ts';

/** One log as its readers see it. */
export interface LogReader {
  /** Up to `limit` events after a position, in log order, none above the horizon. */
  read(after: Position, limit: number): Promise<readonly RecordedEvent[]>;
  /** The horizon now (everything before it is settled), and whether a committed event hides above it. */
  horizon(): Promise<{ position: Position; hasHidden: boolean }>;
  /** Events after a position that are committed, hidden ones included, counted up to 10,000; age of the oldest. */
  lag(after: Position): Promise<{ events: number; seconds: number }>;
  /** Whether anything is committed after a position, hidden or not. May lag a moment; `wake` makes it check again. */
  hasAfter(after: Position): Promise<boolean>;
  /** Position of the last event committed now, hidden ones included; undefined while there is none. */
  last(): Promise<Position | undefined>;
}

/** One consumer's place in one shard of one log. */
export interface CheckpointKey {
  readonly consumer: string;
  readonly source: string;
  readonly shard: number;
}

/** How far one consumer has got in one shard, as its owner holds it. */
export interface Checkpoint {
  readonly position: Position;
  /** Whether another process is known to have taken over. */
  readonly isLost: boolean;
  /**
   * Compare and set, in the effect's transaction where there is one; `position` follows when that has committed.
   * Throws `OwnershipLost`.
   */
  move(to: Position, tx?: Knex.Transaction): Promise<void>;
  /** Reads what is stored; call it if a transaction with a move in it may have failed. Throws `OwnershipLost`. */
  reload(): Promise<void>;
  /** Releases it, so that another process need not wait for the lease to run out. */
  release(): Promise<void>;
}

/** A checkpoint held by this process, or how far its owner has got. */
export type Claim = { readonly checkpoint: Checkpoint } | { readonly heldAt: Position };

/** Another process has taken the consumer over: this one's work no longer counts. */
export class OwnershipLost extends Error {
  override readonly name = 'OwnershipLost';

  constructor() {
    super('the consumer is owned by another process');
  }
}

/** Thrown by a sink if it is pointless to continue: the shard stops where it is, and the subscription is `halted`. */
export class HaltSubscription extends Error {
  override readonly name = 'HaltSubscription';
}
