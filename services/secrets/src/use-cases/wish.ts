import type { Caller } from '@onceover/graphql-kit/caller';
import { chooseTtl, countCharacters, cutTo, type SecretLimits } from '../domain/secret/secret-limits.ts';

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
  readonly input: ConcealInput;
  readonly caller: Caller;
  readonly limits: SecretLimits;
  readonly text: string;
  /** Before cutting. */
  readonly characters: number;
  readonly passphraseCharacters: number;
  readonly recipientCount: number;
  readonly isTruncated: boolean;
  readonly ttlSeconds: number;
  readonly isTtlAdjusted: boolean;
}

/** `generate` makes the value where one is wanted. */
export function wishOf(input: ConcealInput, caller: Caller, limits: SecretLimits, generate: () => string): Wish {
  const asked = input.kind === 'generate' ? generate() : input.secret;
  const { text, characters, isTruncated } = cutTo(asked.toWellFormed(), limits.maxCharacters);
  const { ttlSeconds, isAdjusted } = chooseTtl(input.ttl, limits);
  return {
    input,
    caller,
    limits,
    text,
    characters,
    isTruncated,
    passphraseCharacters: countCharacters(input.passphrase),
    recipientCount: input.recipients.filter((address) => address.trim() !== '').length,
    ttlSeconds,
    isTtlAdjusted: isAdjusted,
  };
}
