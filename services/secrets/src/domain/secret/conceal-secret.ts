import type { SecretCreated } from '@onceover/schema/events/secrets';
import type { SecretKind, SecretState } from './secret.ts';
import {
  EmptySecret,
  PassphraseTooLong,
  RecipientNotAllowed,
  SecretAlreadyExists,
  TooManyRecipients,
  UndeliverableRecipient,
} from './secret-errors.ts';
import { type CallerLimits, maxPassphraseCharacters } from './secret-limits.ts';
import { isTooLong } from './truncation.ts';

/** A wish to share something, described without its content. */
export interface ConcealWish {
  readonly kind: SecretKind;
  /** Before it is truncated. */
  readonly characters: number;
  readonly passphraseCharacters: number;
  /** As `chooseTtl` has chosen it. */
  readonly ttlSeconds: number;
  readonly recipientCount: number;
  /** The first recipient nothing can be sent to, as it was given. */
  readonly undeliverable: string | null;
  readonly ownerRef: string | null;
}

export interface ConcealSecret extends ConcealWish {
  /** A verified custom host. */
  readonly shareDomainId: string | null;
  readonly at: Date;
}

/** What can be refused of a wish before anything slow is done for it: throws the first refusal. */
export function refuseBadWish(wish: ConcealWish, { maxRecipients }: Pick<CallerLimits, 'maxRecipients'>): void {
  if (wish.characters === 0) throw new EmptySecret();
  if (wish.passphraseCharacters > maxPassphraseCharacters) throw new PassphraseTooLong();
  refuseRecipients(wish, maxRecipients);
}

/** A secret is concealed once, and is never empty. */
export function concealSecret(
  command: ConcealSecret,
  state: SecretState,
  limits: Pick<CallerLimits, 'maxCharacters' | 'maxRecipients'>,
): SecretCreated {
  if (state.status !== 'absent') throw new SecretAlreadyExists();
  refuseBadWish(command, limits);
  const { ttlSeconds } = command;
  return {
    type: 'secret.created',
    schemaVersion: 1,
    data: {
      kind: command.kind,
      ttlSeconds,
      expiresAt: new Date(command.at.getTime() + ttlSeconds * 1000).toISOString(),
      hasPassphrase: command.passphraseCharacters > 0,
      truncated: isTooLong(command.characters, limits.maxCharacters),
      sizeBucket: sizeBucket(Math.min(command.characters, limits.maxCharacters)),
      recipientCount: command.recipientCount,
      ...(command.ownerRef === null ? {} : { ownerRef: command.ownerRef }),
      ...(command.shareDomainId === null ? {} : { shareDomainId: command.shareDomainId }),
    },
  };
}

/** Email needs an account, well-formed addresses, and no more of them than the plan allows. */
function refuseRecipients(
  { recipientCount, undeliverable, ownerRef }: Pick<ConcealWish, 'recipientCount' | 'undeliverable' | 'ownerRef'>,
  limit: number,
): void {
  if (recipientCount === 0 && undeliverable === null) return;
  if (ownerRef === null) throw new RecipientNotAllowed();
  if (undeliverable !== null) throw new UndeliverableRecipient(undeliverable);
  if (recipientCount > limit) throw new TooManyRecipients(limit);
}

/** Roughly how big something is, in characters. */
export function sizeBucket(characters: number): '1k' | '10k' | 'more' {
  if (characters <= 1000) return '1k';
  return characters <= 10_000 ? '10k' : 'more';
}
