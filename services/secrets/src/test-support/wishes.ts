import { randomBase36 } from '@onceover/service-kit/crypto';
import type { BurnInput } from '../use-cases/burn/burn-secret.ts';
import type { ConcealInput } from '../use-cases/conceal/limited-wish.ts';
import type { ImportInput } from '../use-cases/import/import-secret.ts';
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

/** A secret of another server that was created an hour ago and waits for another one; with keys of its own for every call. */
export function anImport(change: Partial<ImportInput> = {}): ImportInput {
  const created = Math.floor(Date.now() / 1000) - 3600;
  return {
    metadataKey: randomBase36(31),
    secretKey: randomBase36(31),
    state: 'new',
    ownerRef: null,
    created,
    updated: created,
    received: null,
    burned: null,
    lifetimeSeconds: 7200,
    expiresAt: created + 7200,
    recipients: null,
    shareDomain: null,
    value: 'tea at 5?',
    ...change,
  };
}

/** A claim token of its own for every call. */
export function aToken(): string {
  return crypto.randomUUID();
}
