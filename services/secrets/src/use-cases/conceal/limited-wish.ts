import { type ConcealWish, refuseBadWish } from '../../domain/secret/conceal-secret.ts';
import type { SecretKind } from '../../domain/secret/secret.ts';
import { TextTooLong } from '../../domain/secret/secret-errors.ts';
import { type CallerLimits, chooseTtl } from '../../domain/secret/secret-limits.ts';
import { countCharacters, truncate } from '../../domain/secret/truncation.ts';
import { recipientsOf } from '../delivery/recipients.ts';

/** What somebody asks to have concealed. */
export interface ConcealInput {
  readonly kind: 'share' | 'generate';
  readonly secret: string;
  readonly passphrase: string;
  /** Whether a text over the plan's limit is refused; otherwise it is truncated. */
  readonly isWhole: boolean;
  /** Wanted lifetime in seconds. */
  readonly ttl: number | null;
  readonly recipients: readonly string[];
  readonly shareDomain: string;
  /** Whether programs are refused; null: only if the link is sent by email. */
  readonly isPeopleOnly: boolean | null;
  /** Well-formed, or null. */
  readonly idempotencyKey: string | null;
}

/** Of a wish that the product makes itself: no emails, and nothing to refuse. */
export const plain = { isWhole: false, recipients: [] } as const;

/** A wish within the plan's limits: what will be sealed, and the command as far as it is known before that. */
export interface LimitedWish {
  readonly command: ConcealWish;
  readonly limits: CallerLimits;
  readonly text: string;
  readonly passphrase: string;
  /** Who gets an email with the link. */
  readonly addresses: readonly string[];
  /** Whether programs are refused when they open it. */
  readonly isPeopleOnly: boolean;
  readonly isTtlAdjusted: boolean;
}

/**
 * Brings what was asked for within the limits; half a surrogate pair becomes the replacement character. Throws what the rules
 * refuse of it, before anything slow is done.
 */
export function limitWish(
  kind: SecretKind,
  asked: Pick<ConcealInput, 'secret' | 'isWhole' | 'passphrase' | 'ttl' | 'recipients' | 'isPeopleOnly'>,
  ownerRef: string | null,
  limits: CallerLimits,
): LimitedWish {
  const { text, characters, isTruncated } = truncate(asked.secret.toWellFormed(), limits.maxCharacters);
  if (isTruncated && asked.isWhole) throw new TextTooLong();
  const { ttlSeconds, isAdjusted } = chooseTtl(asked.ttl, limits);
  const { addresses, undeliverable } = recipientsOf(asked.recipients);
  const { passphrase } = asked;
  const command: ConcealWish = {
    kind,
    ownerRef,
    characters,
    passphraseCharacters: countCharacters(passphrase),
    ttlSeconds,
    recipientCount: addresses.length,
    undeliverable,
  };
  refuseBadWish(command, limits);
  // What reads emails on their way opens the links in them.
  const isPeopleOnly = asked.isPeopleOnly ?? addresses.length > 0;
  return { command, limits, text, passphrase, addresses, isPeopleOnly, isTtlAdjusted: isAdjusted };
}
