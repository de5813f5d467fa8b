import type { CommitNews, Position } from '../types.ts';

/** The one type of event that a log writes about itself: that a block covers some of its events. It belongs to nobody. */
export const LOG_COVERED = 'log.covered';

/** How often one type of event was recorded in five minutes. */
export interface EventCount {
  /** When the five minutes began, ISO 8601. */
  readonly at: string;
  readonly type: string;
  /** Which of its type: what the product's SQL says (`LogCoverOptions.bucket`); 0 where it makes no difference. */
  readonly bucket: number;
  readonly count: number;
}

/** What `log.covered` says: a block over the events that follow those of the block before. */
export interface Covered {
  /** Dense, from 1. */
  readonly number: number;
  /** Positions of the first and of the last event. */
  readonly from: Position;
  readonly to: Position;
  readonly events: number;
  /** Of a Merkle tree over the hashes of the events, hexadecimal. */
  readonly root: string;
  /** The same events, counted, without those of the log about itself. */
  readonly counts: readonly EventCount[];
}

/** Whether a commit added nothing but what a log says about itself. */
export function isOnlyCovered({ owned, unowned }: CommitNews): boolean {
  return owned.size === 0 && unowned.size === 1 && unowned.has(LOG_COVERED);
}
