import { createHash } from 'node:crypto';
import type { Position } from '@onceover/event-store';
import canonicalize from 'canonicalize';

/** Covers a piece of a log, every event in it, whoever it belongs to. */
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

/** Maximum number of events in a block. */
export const MOST_IN_BLOCK = 1_000;

const BLOCK = Buffer.of(2);

/** SHA-256(0x02 ‖ previous hash ‖ canonical JSON of the block), RFC 8785. Source: events 8.3 */
export function hashBlock(block: Omit<AuditBlock, 'hash'>): Buffer {
  const { log, number, from, to, events, at } = block;
  const text = canonicalize({ log, number, from, to, events, root: block.root.toString('hex'), at });
  if (text === undefined) throw new TypeError('a block has no canonical form');
  return createHash('sha256').update(BLOCK).update(block.prevHash).update(text).digest();
}
