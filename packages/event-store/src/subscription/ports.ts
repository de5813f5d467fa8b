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
}

/** How far one consumer got in one log. */
export interface Checkpoint {
  readonly position: Position;
  /** Compare and set, in the effect's transaction where there is one. Throws `OwnershipLost`. */
  move(to: Position, tx?: Knex.Transaction): Promise<void>;
  /** Reads what is stored; to be called when a transaction with a move in it may have failed. */
  reload(): Promise<void>;
}

/** Another process took the consumer over: this one must stop. */
export class OwnershipLost extends Error {
  override readonly name = 'OwnershipLost';

  constructor() {
    super('the consumer is owned by another process');
  }
}
