import type { InlineWrite } from '@onceover/event-store';
import type { SecretEnding } from '../../domain/secret/secret.ts';
import type { SecretBinding } from './crypto-ports.ts';
import type { SecretRows } from './ports.ts';

/**
 * What goes with an ending. Sealed mails are looked for only where there may be some, so that an anonymous secret pays
 * nothing for them.
 */
export function endingRows(
  rows: SecretRows,
  { lookup, ownerRef, kind }: SecretBinding,
  ending: SecretEnding,
  deliveryConfirmed: boolean | null,
): InlineWrite[] {
  const ended = rows.ended({ lookup, ending, deliveryConfirmed });
  return ownerRef === null && kind !== 'incoming' ? [ended] : [ended, rows.envelopesEnded(lookup)];
}
