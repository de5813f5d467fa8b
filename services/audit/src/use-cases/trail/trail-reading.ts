import type { Position } from '@onceover/event-store';
import type { AuditKind } from '@onceover/schema/events/meaning';
import type { AuditBlock } from './audit-block.ts';
import type { ChainedEntry } from './audit-chain.ts';
import type { AuditableEvent } from './audit-entry.ts';
import type { Checkpoint } from './checkpoint.ts';

/** An event as a block covers it. */
export interface LoggedEvent {
  readonly position: Position;
  /** When it was recorded, in milliseconds since 1970. */
  readonly at: number;
  /** All of it, as it is hashed. */
  readonly text: string;
  readonly tenantRef: string | null;
  /** What an entry is made of; null where it belongs to nobody, or is not as a service writes events. */
  readonly said: AuditableEvent | null;
}

/** Rows in their order, as many at once as are read at once: a million of them are not awaited one by one. */
export type Pages<Row> = AsyncIterable<readonly Row[]>;

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
  checkpoints(): Pages<Checkpoint>;
  /** By number. */
  blocks(log: string): Pages<AuditBlock>;
  /** In log order. */
  events(log: string): Pages<LoggedEvent>;
  /** In the order of their positions. */
  entries(log: string, filter?: TrailFilter): Pages<ChainedEntry>;
  heads(log: string): Pages<StoredHead>;
  /** Up to where the trail has been written. */
  place(log: string): Promise<Position>;
}

/** One after the other. */
export async function* rowsOf<Row>(pages: Pages<Row>): AsyncGenerator<Row> {
  for await (const page of pages) yield* page;
}
