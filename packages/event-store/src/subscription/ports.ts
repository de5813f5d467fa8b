import { NamedError } from '@onceover/service-kit/errors';
import type { Knex } from 'knex';
import type { Bookmark, Halt, Position, RecordedEvent } from '../types.ts';

/** What is read in one go: a log, or a part of it that has an order of its own. "Wanted" is what a subscription's filter lets through. */
export interface ShardReader {
  read(after: Position, limit: number): Promise<Page>;
  /** Wanted events after a position, hidden ones included, counted up to 10,000; age of the oldest. */
  lag(after: Position): Promise<{ events: number; seconds: number }>;
  /** Position of the last event committed now, wanted or not, hidden or not; undefined while there is none. */
  last(): Promise<Position | undefined>;
}

/** One log as one subscription sees it. */
export interface LogReader extends ShardReader {
  /** Everything before it is settled: no transaction that is still running can write there. */
  horizon(): Promise<Position>;
  /** The same of those that may be wanted: what nobody listens for goes on being committed while others are caught up. */
  lastOfWanted(): Promise<Position | undefined>;
  /**
   * Tells of commits, whichever process made them: the position of an event, perhaps one that is not wanted, perhaps
   * hidden, perhaps known already. What was committed before the call is told before it resolves.
   */
  follow(onNews: (upTo: Position) => void): Promise<Disposable>;
}

/** Wanted events after a position, in log order, none above the horizon. */
export interface Page {
  readonly events: readonly RecordedEvent[];
  /** No wanted event up to here is missing. The last event's position if the page is full, else the horizon. */
  readonly upTo: Position;
  /** The last wanted event above the horizon, if one was committed there. */
  readonly hidden?: Position;
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
  /** Undefined where no topic is read, or none has been yet. */
  readonly bookmark?: Bookmark | undefined;
  /** Whether another process is known to have taken over. */
  readonly isLost: boolean;
  /**
   * Compare and set, in the effect's transaction where there is one; `position` follows when that has committed.
   * Throws `OwnershipLost`.
   */
  move(to: Position, tx?: Knex.Transaction, bookmark?: Bookmark): Promise<void>;
  /** Reads what is stored; call it if a transaction with a move in it may have failed. Throws `OwnershipLost`. */
  reload(): Promise<void>;
  /** Releases it, and notes why nobody is to take it over until it is passed or a process starts. */
  halt(on: Halt | undefined): Promise<void>;
  /** Releases it, so that another process need not wait for the lease to run out. */
  release(): Promise<void>;
}

/** Who claims a checkpoint that somebody else may hold. */
export interface Claimant {
  /** It has just started, so it takes one that is halted as well: it may be the one that can handle the event. */
  readonly isNew: boolean;
  /** The shard was given to it by whoever divides them: it does not wait for the lease of the owner before. */
  readonly isAssigned?: boolean;
}

/** A checkpoint held by this process, or where it is held by its owner or by a halt. */
export type Claim = { readonly checkpoint: Checkpoint } | { readonly heldAt: Position; readonly isHalted?: boolean };

/** Another process has taken the consumer over: this one's work no longer counts. */
export class OwnershipLost extends NamedError {
  constructor() {
    super('the consumer is owned by another process');
  }
}

/**
 * Thrown by a sink if it is pointless to continue: the shard stops where it is, and the subscription is `halted`, in
 * every process. A process that starts tries again, and so does whoever runs it once the event was passed.
 */
export class HaltSubscription extends NamedError {
  readonly on: Halt | undefined;

  constructor(message: string, { on, cause }: { readonly on?: Halt; readonly cause?: unknown } = {}) {
    super(message, { cause });
    this.on = on;
  }
}
