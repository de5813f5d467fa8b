import type { SecretCreated } from '@onceover/schema/events/secrets/secret-created.v1';
import type { SecretState } from './secret.ts';
import { EmptySecret, PassphraseTooLong, RecipientNotAllowed, SecretAlreadyExists } from './secret-errors.ts';
import { maxPassphraseCharacters, type SecretLimits } from './secret-limits.ts';

/** A wish to share something, described without its content. */
export interface ConcealSecret {
  readonly kind: 'share' | 'generate';
  /** Before cutting. */
  readonly characters: number;
  readonly passphraseCharacters: number;
  readonly ttlSeconds: number;
  readonly recipientCount: number;
  readonly ownerRef: string | null;
  readonly at: Date;
}

/** A secret is concealed once, is never empty, and never outlives what its plan allows. */
export function concealSecret(command: ConcealSecret, state: SecretState, limits: SecretLimits): SecretCreated {
  if (state.status !== 'absent') throw new SecretAlreadyExists();
  if (command.characters === 0) throw new EmptySecret();
  if (command.passphraseCharacters > maxPassphraseCharacters) throw new PassphraseTooLong();
  if (command.recipientCount > 0 && command.ownerRef === null) throw new RecipientNotAllowed();
  const ttlSeconds = Math.min(command.ttlSeconds, limits.maxTtlSeconds);
  return {
    type: 'secret.created',
    schemaVersion: 1,
    data: {
      kind: command.kind,
      ttlSeconds,
      expiresAt: new Date(command.at.getTime() + ttlSeconds * 1000).toISOString(),
      hasPassphrase: command.passphraseCharacters > 0,
      truncated: command.characters > limits.maxCharacters,
      sizeBucket: sizeBucket(Math.min(command.characters, limits.maxCharacters)),
      recipientCount: command.recipientCount,
      ...(command.ownerRef === null ? {} : { ownerRef: command.ownerRef }),
    },
  };
}

function sizeBucket(characters: number): '1k' | '10k' | 'more' {
  if (characters <= 1000) return '1k';
  return characters <= 10_000 ? '10k' : 'more';
}
