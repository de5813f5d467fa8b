import { type AuditKind, auditKinds } from '@onceover/schema/events/meaning';
import type { AuditSigner } from './checkpoint.ts';

export interface AuditMonth {
  readonly kind: AuditKind;
  /** Its first day, `2026-11-01`. */
  readonly month: string;
}

export interface CheckpointBook {
  /** Signs up to `most` chains that have grown since they were last signed; returns how many. */
  signChains(signer: AuditSigner, most: number): Promise<number>;
  /** Signs the last block of every log that has new ones, or that was not signed for a day; returns how many. */
  signBlocks(signer: AuditSigner): Promise<number>;
  /** Signs the ends of all chains in a month that goes; what is signed already is left. */
  signClosings(signer: AuditSigner, month: AuditMonth): Promise<number>;
  /** Months whose last day is longer ago than their kind is kept, by the database's time. */
  oldMonths(kinds: typeof auditKinds): Promise<readonly AuditMonth[]>;
  /** Removes a month whose chains have all been closed. */
  dropMonth(month: AuditMonth): Promise<void>;
}

const AT_ONCE = 500;

/** Signs what has grown. In transactions of some hundreds, because a long one would hold back every reader's horizon. */
export async function signTrail(book: CheckpointBook, signer: AuditSigner): Promise<number> {
  let signed = await book.signBlocks(signer);
  for (let count = AT_ONCE; count === AT_ONCE; signed += count) count = await book.signChains(signer, AT_ONCE);
  return signed;
}

/** Removes months that need not be kept any longer. What remains of them are the signed ends of their chains. */
export async function dropOldMonths(book: CheckpointBook, signer: AuditSigner): Promise<number> {
  const months = await book.oldMonths(auditKinds);
  for (const month of months) {
    await book.signClosings(signer, month);
    await book.dropMonth(month);
  }
  return months.length;
}
