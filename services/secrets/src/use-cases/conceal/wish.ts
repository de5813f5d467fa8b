import type { SecretKind } from '../../domain/secret/secret.ts';
import { type CallerLimits, chooseTtl, countCharacters, cutTo } from '../../domain/secret/secret-limits.ts';
import { type Recipients, recipientsOf } from '../delivery/recipients.ts';

export interface ConcealInput {
  readonly kind: 'share' | 'generate';
  readonly secret: string;
  readonly passphrase: string;
  /** Wanted lifetime in seconds. */
  readonly ttl: number | null;
  readonly recipients: readonly string[];
  readonly shareDomain: string;
  /** Well-formed, or null. */
  readonly idempotencyKey: string | null;
}

/** A wish after the plan's limits: what will be sealed, and what the creator is told about it. */
export interface Wish {
  readonly kind: SecretKind;
  readonly ownerRef: string | null;
  readonly limits: CallerLimits;
  readonly text: string;
  /** Before cutting. */
  readonly characters: number;
  readonly isTruncated: boolean;
  readonly passphrase: string;
  readonly passphraseCharacters: number;
  readonly recipients: Recipients;
  readonly ttlSeconds: number;
  readonly isTtlAdjusted: boolean;
}

/** What somebody asked for, whichever way it came in. */
export interface Asked {
  readonly kind: SecretKind;
  readonly text: string;
  readonly passphrase: string;
  /** Wanted lifetime in seconds. */
  readonly ttl: number | null;
  readonly recipients: readonly string[];
}

/** Brings what was asked for within the limits; a half of a character pair becomes the replacement character. */
export function wishOf({ kind, passphrase, ...asked }: Asked, ownerRef: string | null, limits: CallerLimits): Wish {
  const { text, characters, isTruncated } = cutTo(asked.text.toWellFormed(), limits.maxCharacters);
  const { ttlSeconds, isAdjusted } = chooseTtl(asked.ttl, limits);
  return {
    kind,
    ownerRef,
    limits,
    text,
    characters,
    isTruncated,
    passphrase,
    passphraseCharacters: countCharacters(passphrase),
    recipients: recipientsOf(asked.recipients),
    ttlSeconds,
    isTtlAdjusted: isAdjusted,
  };
}
