import { createHash } from 'node:crypto';
import { LOG_START, type Position } from '@onceover/event-store';
import type { LogCovered } from '@onceover/schema/events/log';
import canonicalize from 'canonicalize';

/** A block over a piece of a log, as the log's owner told of it, chained to the block before. */
export interface AuditBlock {
  readonly log: string;
  /** Dense within a log, from 1. */
  readonly number: number;
  /** Positions of its first and its last event; the next block begins after the last. */
  readonly from: Position;
  readonly to: Position;
  readonly events: number;
  /** Over the hashes of its events. */
  readonly root: Buffer;
  /** When it was made, ISO 8601. */
  readonly at: string;
  readonly prevHash: Buffer;
  readonly hash: Buffer;
}

/** The last block of a log, or what is before the first. */
export type BlockHead = Pick<AuditBlock, 'number' | 'to' | 'hash'>;

export const noBlock: BlockHead = { number: 0, to: LOG_START, hash: Buffer.alloc(32) };

/** What `log.covered` tells, where, and when. */
export interface ToldBlock {
  readonly log: string;
  readonly at: Date;
  readonly told: LogCovered['data'];
}

const BLOCK = Buffer.of(2);

/** SHA-256(0x02 ‖ previous hash ‖ canonical JSON of the block), RFC 8785. Source: events 8.3 */
export function hashBlock(block: Omit<AuditBlock, 'hash'>): Buffer {
  const { log, number, from, to, events, at } = block;
  const text = canonicalize({ log, number, from, to, events, root: block.root.toString('hex'), at });
  if (text === undefined) throw new TypeError('a block has no canonical form');
  return createHash('sha256').update(BLOCK).update(block.prevHash).update(text).digest();
}

/**
 * The next block of a log's chain.
 *
 * Refuses  TypeError: it does not follow the last one
 */
export function chainBlock(head: BlockHead, { log, at, told }: ToldBlock): AuditBlock {
  const { number, from, to, events, root } = told;
  if (number !== head.number + 1 || from <= head.to || to < from) {
    throw new TypeError(`block ${number} of ${log} does not follow block ${head.number}, the last one in the trail`);
  }
  const piece = { log, number, from: from as Position, to: to as Position, events };
  const block = { ...piece, root: Buffer.from(root, 'hex'), at: at.toISOString(), prevHash: head.hash };
  return { ...block, hash: hashBlock(block) };
}
