import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { AuditEntry } from './audit-entry.ts';

/** Where a chain ends and its next entry continues. */
export interface ChainHead {
  readonly seq: number;
  /** First day of the month that its last entry counts as; never before that of an earlier one. */
  readonly month: string;
  readonly hash: Buffer;
}

/** An entry in its place. */
export interface ChainedEntry extends AuditEntry {
  readonly seq: number;
  readonly month: string;
  readonly prevHash: Buffer;
  readonly hash: Buffer;
}

const NOTHING = Buffer.alloc(32);

/** Before the first entry of a chain. */
export const emptyChain: ChainHead = { seq: 0, month: '0001-01-01', hash: NOTHING };

const ENTRY = Buffer.of(0);

/**
 * SHA-256(0x00 ‖ previous hash ‖ canonical JSON of the entry with its number and month), RFC 8785.
 *
 * Source  events 8.3
 */
export function hashEntry(prevHash: Uint8Array, entry: AuditEntry, place: Pick<ChainHead, 'seq' | 'month'>): Buffer {
  const { seq, month } = place;
  const text = canonicalize({ ...bodyOf(entry), seq, month });
  if (text === undefined) throw new TypeError('an audit entry has no canonical form');
  return createHash('sha256').update(ENTRY).update(prevHash).update(text).digest();
}

/** Puts an entry at the end of its chain. */
export function chainEntry(head: ChainHead, entry: AuditEntry): ChainedEntry {
  const monthOfEntry = `${entry.at.slice(0, 7)}-01`;
  const place = { seq: head.seq + 1, month: monthOfEntry > head.month ? monthOfEntry : head.month };
  return { ...entry, ...place, prevHash: head.hash, hash: hashEntry(head.hash, entry, place) };
}

/** Names what is hashed, so that whatever else an object carries is not. */
function bodyOf(entry: AuditEntry): AuditEntry {
  const { tenantRef, kind, log, position, eventId, at, actorKind, actorRef, action } = entry;
  const { targetRef, request, surface, networkTag, occasions, reason } = entry;
  return {
    tenantRef,
    kind,
    log,
    position,
    eventId,
    at,
    actorKind,
    actorRef,
    action,
    targetRef,
    request,
    surface,
    networkTag,
    occasions,
    reason,
  };
}
