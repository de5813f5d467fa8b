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
  /** Whether anything is committed after a position, hidden or not. May be a moment behind; `wake` makes it look again. */
  hasAfter(after: Position): Promise<boolean>;
  /** Of the last event that is committed now, hidden ones included; undefined while there is none. */
  last(): Promise<Position | undefined>;
}

/** One consumer's place in one shard of one log. */
export interface CheckpointKey {
  readonly consumer: string;
  readonly source: string;
  readonly shard: number;
}

/** How far one consumer got in one shard, in the hands of its owner. */
export interface Checkpoint {
  readonly position: Position;
  /** Somebody else took over, as far as is known. */
  readonly isLost: boolean;
  /**
   * Compare and set, in the effect's transaction where there is one; `position` follows when that has committed.
   * Throws `OwnershipLost`.
   */
  move(to: Position, tx?: Knex.Transaction): Promise<void>;
  /** Reads what is stored; to be called when a transaction with a move in it may have failed. Throws `OwnershipLost`. */
  reload(): Promise<void>;
  /** Gives it up, so that another process need not wait for the lease to run out. */
  release(): Promise<void>;
}

/** A checkpoint of one's own, or how far its owner has got. */
export type Claim = { readonly checkpoint: Checkpoint } | { readonly heldAt: Position };

/** Another process took the consumer over: what this one does no longer counts. */
export class OwnershipLost extends Error {
  override readonly name = 'OwnershipLost';

  constructor() {
    super('the consumer is owned by another process');
  }
}

/** What a sink throws when going on is pointless: the shard stops where it is, and the subscription is `halted`. */
export class HaltSubscription extends Error {
  override readonly name = 'HaltSubscription';
}
