import type { LaterSecretObject } from '@onceover/schema/rest/later';
import type { NativeAnswers } from '../../../answers/native-answer.ts';
import type { Concealed, Gate, Revealed } from '../../calls/secret-calls.ts';
import { presentConcealed } from '../d18/presenters/concealed.ts';
import { timesOf } from '../d18/presenters/gate.ts';
import { displayLines, isOneLiner } from '../d18/presenters/text-size.ts';
import { secondsLeft } from '../d18/presenters/time-text.ts';
import { type LaterReader, type OpenedWord, presentReceipt } from './present-receipt.ts';

const pending = {
  state: 'new',
  verification: false,
  is_previewed: false,
  is_viewed: false,
  is_revealed: false,
  is_received: false,
} as const;

/** POST …/secret/conceal and …/secret/generate. Source: dialects 4. */
export function presentLaterConcealed(
  concealed: Concealed,
  reader: LaterReader & { readonly shrimp: string; readonly recipients: readonly string[] },
): NativeAnswers['laterConcealed'] {
  const { record, details, ...envelope } = presentConcealed(concealed, reader);
  const { secret, metadata } = record;
  const kind = concealed.kind === 'GENERATE' ? 'generate' : 'conceal';
  const found = { ...concealed.metadata, secretKey: concealed.secretKey };
  // Whoever creates it is told who they are, as D18 tells them.
  const receipt = { ...presentReceipt(found, reader, concealed.secretKey), custid: metadata.custid };
  return {
    ...envelope,
    record: {
      metadata: receipt,
      receipt,
      secret: { ...secret, ...pending, shortid: secret.shortkey },
      share_domain: record.share_domain,
    },
    details: { ...details, kind },
  };
}

/** The Secret object of one that can still be opened. */
export function presentPending(key: string, gate: Gate): LaterSecretObject {
  return {
    ...namesOf(key, gate.shortkey),
    ...timesOf(gate),
    ...pending,
    verification: gate.verification,
    has_passphrase: gate.hasPassphrase,
    is_owner: gate.isOwner,
    original_size: null,
    is_truncated: null,
    share_domain: gate.shareDomain,
  };
}

/** GET …/secret/{key}/status; null: it opens nothing. */
export function presentStatus(key: string, gate: Gate | null, now: number): NativeAnswers['laterStatus'] {
  if (gate === null) return { success: true, record: { state: 'unknown' } };
  return {
    success: true,
    record: presentPending(key, gate),
    details: { current_expiration: secondsLeft(gate.expiration, now) },
  };
}

interface Envelope {
  readonly shrimp: string;
  readonly custid: string;
}

/** POST …/secret/{key}/reveal without `continue`: a look, nothing is opened and no passphrase is checked. */
export function presentUnopened(key: string, gate: Gate, envelope: Envelope): NativeAnswers['laterRevealed'] {
  return {
    success: true,
    ...envelope,
    record: presentPending(key, gate),
    details: {
      continue: false,
      show_secret: false,
      is_owner: gate.isOwner,
      correct_passphrase: false,
      display_lines: LINES_WHILE_CLOSED,
      one_liner: null,
    },
  };
}

const LINES_WHILE_CLOSED = 4;

/** POST …/secret/{key}/reveal: the answer that carries the content. */
export function presentOpened(
  key: string,
  revealed: Revealed,
  { opened, ...envelope }: Envelope & { readonly opened: OpenedWord },
): NativeAnswers['laterRevealed'] {
  const { value, isOwner, hasPassphrase } = revealed;
  return {
    success: true,
    ...envelope,
    record: {
      ...namesOf(key, revealed.shortkey),
      ...timesOf(revealed),
      ...pending,
      state: opened,
      verification: revealed.verification,
      has_passphrase: hasPassphrase,
      is_owner: isOwner,
      is_revealed: true,
      is_received: true,
      original_size: revealed.originalSize,
      is_truncated: revealed.isTruncated,
      share_domain: revealed.shareDomain,
      secret_value: value,
    },
    details: {
      continue: true,
      show_secret: true,
      is_owner: isOwner,
      correct_passphrase: hasPassphrase,
      display_lines: displayLines(value),
      one_liner: isOneLiner(value),
    },
  };
}

function namesOf(key: string, shortkey: string) {
  return { key, identifier: key, shortkey, shortid: shortkey };
}
