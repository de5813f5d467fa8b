import type { SecretPassphraseFailed } from '@onceover/schema/events/secrets/secret-passphrase-failed.v1';
import { attemptTiers } from './attempt-tiers.ts';

/** A wrong passphrase, the `count`th in the life of a secret. */
export interface FailedPassphrase {
  readonly secretId: string;
  readonly ownerRef: string | null;
  readonly createdAt: Date;
  readonly count: number;
}

/** What the owner is told about wrong passphrases: at few counts only, and nothing where nobody owns the secret. */
export function passphraseFailed({
  secretId,
  ownerRef,
  createdAt,
  count,
}: FailedPassphrase): SecretPassphraseFailed | null {
  if (ownerRef === null || !attemptTiers.ownerToldAt.some((told) => told === count)) return null;
  const locked = count >= attemptTiers.perSecret;
  const windowStart = createdAt.toISOString();
  return {
    type: 'secret.passphrase_failed',
    schemaVersion: 1,
    data: { secretId, ownerRef, count, windowStart, locked },
  };
}
