import type { Guard, InlineWrite } from '@onceover/event-store';
import type { SecretEnding } from '../../domain/secret/secret.ts';
import type { SecretBinding } from './secret-cipher.ts';

/** The guard and the rows of an ending. What they do in the database is in `adapters/postgres/sql`. */
export interface EndingRows {
  /** Still new and within its lifetime; ends it. Whether a secret is open is decided here: `claim_new_secret.sql`. */
  claimNew(lookup: Buffer, ending: 'received' | 'burned'): Guard;
  ended(row: { lookup: Buffer; ending: SecretEnding; deliveryConfirmed: boolean | null }): InlineWrite;
  /** The sealed emails of the secret go too. */
  envelopesEnded(lookup: Buffer): InlineWrite;
}

/**
 * What goes with an ending. Sealed emails are looked for only where there may be some, so that an anonymous secret pays
 * nothing for them.
 */
export function endingRows(
  rows: EndingRows,
  { lookup, ownerRef, kind }: SecretBinding,
  ending: SecretEnding,
  deliveryConfirmed: boolean | null,
): InlineWrite[] {
  const ended = rows.ended({ lookup, ending, deliveryConfirmed });
  return ownerRef === null && kind !== 'incoming' ? [ended] : [ended, rows.envelopesEnded(lookup)];
}
