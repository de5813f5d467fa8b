import type { BurnInput } from '../use-cases/burn/burn-secret.ts';
import type { ConcealInput } from '../use-cases/conceal/limited-wish.ts';
import type { RevealInput } from '../use-cases/reveal/reveal-secret.ts';

/** A wish to share something; a test states what matters to it. */
export function aShare(change: Partial<ConcealInput> = {}): ConcealInput {
  return {
    kind: 'share',
    secret: 'tea at 5?',
    isWhole: false,
    passphrase: '',
    ttl: 3600,
    recipients: [],
    shareDomain: '',
    isPeopleOnly: null,
    idempotencyKey: null,
    ...change,
  };
}

export function aReveal(secretKey: string, change: Partial<RevealInput> = {}): RevealInput {
  return { secretKey, isConfirmed: true, passphrase: '', claimToken: null, ...change };
}

export function aBurn(key: string, change: Partial<BurnInput> = {}): BurnInput {
  return { key, isConfirmed: true, passphrase: '', ...change };
}

/** A claim token of its own for every call. */
export function aToken(): string {
  return crypto.randomUUID();
}
