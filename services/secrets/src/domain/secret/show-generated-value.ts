import type { SecretGeneratedValueShown } from '@onceover/schema/events/secrets';
import { isOver, type SecretKind, type SecretState } from './secret.ts';

/** A wish of somebody who holds the metadata key. */
export interface ShowGeneratedValue {
  readonly kind: SecretKind;
  readonly hasPassphrase: boolean;
  readonly createdAt: Date;
  /** When it was shown before. */
  readonly shownAt: Date | null;
  readonly at: Date;
  /** So long after its creation it is shown; 0: never. */
  readonly withinSeconds: number;
}

/**
 * A generated value is shown once more: for a short time, the first time, while the secret is new and needs no passphrase.
 * It stays new. Null: it is not shown.
 */
export function showGeneratedValue(wish: ShowGeneratedValue, state: SecretState): SecretGeneratedValueShown | null {
  const { kind, hasPassphrase, createdAt, shownAt, at, withinSeconds } = wish;
  if (kind !== 'generate' || hasPassphrase || shownAt !== null) return null;
  if (state.status !== 'new' || isOver(state, at)) return null;
  if (at.getTime() >= createdAt.getTime() + withinSeconds * 1000) return null;
  return { type: 'secret.generated_value_shown', schemaVersion: 1, data: {} };
}
