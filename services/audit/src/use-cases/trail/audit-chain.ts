import { hash } from 'node:crypto';
import type { AuditEntry } from './audit-entry.ts';

/** Where a chain ends and its next entry continues. */
export interface ChainHead {
  readonly seq: number;
  /** First day of the month that its last entry counts as; never before that of an earlier one. */
  readonly month: string;
  readonly hash: Buffer;
}

export interface ChainedEntry extends AuditEntry {
  readonly seq: number;
  readonly month: string;
  readonly prevHash: Buffer;
  readonly hash: Buffer;
}

const NOTHING = Buffer.alloc(32);

/** Before the first entry of a chain. */
export const emptyChain: ChainHead = { seq: 0, month: '0001-01-01', hash: NOTHING };

const ENTRY = 0;

export type EntryPlace = Pick<ChainHead, 'seq' | 'month'>;

/**
 * The canonical JSON of an entry with its number and month, RFC 8785. It names what is hashed, so that whatever else an object
 * carries is not. Written out, with its keys in order, because an entry is a flat object of a fixed shape: a check makes it a
 * million times.
 */
export function canonicalEntry(entry: AuditEntry, { seq, month }: EntryPlace): string {
  const { action, actorKind, actorRef, at, eventId, kind, log, networkTag, occasions, position, reason } = entry;
  const { request, surface, targetRef, tenantRef } = entry;
  return JSON.stringify({
    action,
    actorKind,
    actorRef,
    at,
    eventId,
    kind,
    log,
    month,
    networkTag,
    occasions,
    position,
    reason,
    request,
    seq,
    surface,
    targetRef,
    tenantRef,
  });
}

/** SHA-256(0x00 ‖ previous hash ‖ canonical JSON of an entry). Source: events 8.3 */
export function hashCanonical(prevHash: Uint8Array, text: string): Buffer {
  const bytes = Buffer.allocUnsafe(1 + prevHash.length + Buffer.byteLength(text));
  bytes[0] = ENTRY;
  bytes.set(prevHash, 1);
  bytes.write(text, 1 + prevHash.length);
  return hash('sha256', bytes, 'buffer');
}

export function hashEntry(prevHash: Uint8Array, entry: AuditEntry, place: EntryPlace): Buffer {
  return hashCanonical(prevHash, canonicalEntry(entry, place));
}

export function chainEntry(head: ChainHead, entry: AuditEntry): ChainedEntry {
  const monthOfEntry = `${entry.at.slice(0, 7)}-01`;
  const place = { seq: head.seq + 1, month: monthOfEntry > head.month ? monthOfEntry : head.month };
  return { ...entry, ...place, prevHash: head.hash, hash: hashEntry(head.hash, entry, place) };
}
