import type { Position } from '@onceover/event-store';
import type { AuditBlock } from './audit-block.ts';
import type { ChainedEntry } from './audit-chain.ts';
import type { AuditableEvent, AuditKind } from './audit-entry.ts';
import type { Checkpoint } from './checkpoint.ts';

/** An event as a block covers it. */
export interface CoveredEvent {
  readonly position: Position;
  /** All of it, as it is hashed. */
  readonly text: string;
  readonly at: Date;
}

/** Where a chain stands, as its writer knows it. */
export interface StoredHead {
  readonly chain: string;
  readonly seq: number;
  readonly hash: Buffer;
  /** Up to which number it was signed. */
  readonly signedSeq: number;
}

/** Which entries are wanted; without conditions, all. */
export interface TrailFilter {
  readonly tenantRef?: string;
  readonly kind?: AuditKind;
  /** Their time: from, and before. */
  readonly from?: Date;
  readonly to?: Date;
}

/** The trail and the logs, read in one state of the database, page by page. */
export interface TrailReading {
  /** The database's time. */
  readonly now: Date;
  /** By number. */
  checkpoints(): AsyncIterable<Checkpoint>;
  /** By number. */
  blocks(log: string): AsyncIterable<AuditBlock>;
  /** In log order. */
  coveredEvents(log: string): AsyncIterable<CoveredEvent>;
  /** Those that belong to somebody, in log order. */
  ownedEvents(log: string): AsyncIterable<AuditableEvent>;
  /** In the order of their positions. */
  entries(log: string, filter?: TrailFilter): AsyncIterable<ChainedEntry>;
  heads(log: string): AsyncIterable<StoredHead>;
  /** Up to where the trail has been written. */
  place(log: string): Promise<Position>;
}
