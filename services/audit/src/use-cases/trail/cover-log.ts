import type { Position } from '@onceover/event-store';
import type { ActivityCount } from '../overview/activity.ts';
import { type AuditBlock, type BlockHead, hashBlock, MOST_IN_BLOCK } from './audit-block.ts';
import { merkleRoot } from './merkle-root.ts';

/** Events of a log that no block covers yet: the oldest of them, as many as fit in one. */
export interface Uncovered {
  readonly from: Position;
  readonly to: Position;
  /** Hashes of the events, in the log's order. */
  readonly leaves: readonly Buffer[];
  /** The database's time. */
  readonly at: Date;
  /** The same events, counted. */
  readonly counts: readonly ActivityCount[];
}

export interface BlockBook {
  last(log: string): Promise<BlockHead>;
  /** Only what no running transaction can still precede; `hasMore` says whether there is something after it. */
  uncovered(log: string, after: Position, most: number): Promise<{ next: Uncovered | null; hasMore: boolean }>;
  /** Adds the counts with the block, so that every event counts once. False if another process has added this number. */
  add(block: AuditBlock, counts: readonly ActivityCount[]): Promise<boolean>;
}

/** Covers what can be covered of a log now. True if something is left, which a running transaction may still precede. */
export async function coverLog(blocks: BlockBook, log: string): Promise<boolean> {
  let head = await blocks.last(log);
  for (;;) {
    const { next, hasMore } = await blocks.uncovered(log, head.to, MOST_IN_BLOCK);
    if (next === null) return hasMore;
    const block = blockAfter(head, log, next);
    head = (await blocks.add(block, next.counts)) ? block : await blocks.last(log);
    if (next.leaves.length < MOST_IN_BLOCK) return hasMore;
  }
}

function blockAfter(head: BlockHead, log: string, { from, to, leaves, at }: Uncovered): AuditBlock {
  const block = {
    log,
    number: head.number + 1,
    from,
    to,
    events: leaves.length,
    root: merkleRoot(leaves),
    at: at.toISOString(),
    prevHash: head.hash,
  };
  return { ...block, hash: hashBlock(block) };
}
