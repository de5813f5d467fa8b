import type { LoggedEvent, LogHistory } from '@onceover/event-store';
import type { LogName } from '@onceover/schema/events/logs';
import type { AuditBlock } from './audit-block.ts';
import type { ChainedEntry } from './audit-chain.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { TrailConditions } from './trail-conditions.ts';

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

/** How far what happened in a log has been written down: whether its writers are past an event, each where it stands. */
export interface WrittenUpTo {
  hasEntryOf(event: LoggedEvent): boolean;
  hasBlockOf(event: LoggedEvent): boolean;
}

/** The trail in one state of the database, page by page. */
export interface TrailReading {
  /** The database's time. */
  readonly now: Date;
  /** By number. */
  checkpoints(): Pages<Checkpoint>;
  /** By number. */
  blocks(log: string): Pages<AuditBlock>;
  /** In the order of their positions. */
  entries(log: string, conditions?: TrailConditions): Pages<ChainedEntry>;
  heads(log: string): Pages<StoredHead>;
  writtenUpTo(log: string): Promise<WrittenUpTo>;
}

/** The history of each log, from its owner. Asked after the trail was read, it has whatever the trail has. */
export type HistoryOf = (log: LogName) => Promise<LogHistory>;

/** One after the other. */
export async function* rowsOf<Row>(pages: Pages<Row>): AsyncGenerator<Row> {
  for await (const page of pages) yield* page;
}
