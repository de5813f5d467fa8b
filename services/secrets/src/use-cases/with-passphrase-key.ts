import type { Caller } from '@onceover/graphql-kit/caller';
import { DomainError } from '@onceover/service-kit/errors';
import { SecretLocked, TooManyAttempts } from '../domain/secret/secret-errors.ts';
import type { PassphraseKdf } from './crypto-ports.ts';
import type { AttemptLedger, Failpoint } from './ports.ts';

export interface PassphrasePorts {
  readonly kdf: PassphraseKdf;
  readonly attempts: AttemptLedger;
  readonly failpoint: Failpoint;
}

export interface PassphraseGuess {
  readonly lookup: Buffer;
  /** The secret key, which salts the derivation. */
  readonly secretKey: string;
  readonly passphrase: string;
  readonly caller: Caller;
}

/**
 * Derives a key from a guessed passphrase and uses it, counted as an attempt from before the derivation.
 *
 * A place for the derivation comes first, so that nobody is charged for our being busy. The attempt is given back when
 * the use fails through us; a wrong guess keeps its price. `ifEnded` answers when there is nothing left to guess.
 */
export async function withPassphraseKey<R>(
  { kdf, attempts, failpoint }: PassphrasePorts,
  { lookup, secretKey, passphrase, caller }: PassphraseGuess,
  use: (passphraseKey: Buffer) => Promise<R>,
  ifEnded: () => Promise<R>,
): Promise<R> {
  let isReserved = false;
  let passphraseKey: Buffer | null = null;
  try {
    passphraseKey = await kdf.withPlace(async (derive) => {
      const reservation = await attempts.reserve(lookup, caller.network);
      if (reservation.kind === 'locked') throw new SecretLocked();
      if (reservation.kind === 'limited') throw new TooManyAttempts(reservation.retryAfterSeconds);
      if (reservation.kind === 'ended') return null;
      isReserved = true;
      await failpoint('reveal.attempt_reserved');
      const deriving = derive(passphrase, secretKey);
      await failpoint('reveal.deriving');
      return await deriving;
    });
    return passphraseKey === null ? await ifEnded() : await use(passphraseKey);
  } catch (error) {
    if (isReserved && !(error instanceof DomainError)) await giveBack(attempts, lookup, caller);
    throw error;
  } finally {
    passphraseKey?.fill(0);
  }
}

/** Best effort: where the database is away the attempt stays counted, and the failure that matters is already known. */
async function giveBack(attempts: AttemptLedger, lookup: Buffer, caller: Caller): Promise<void> {
  try {
    await attempts.giveBack(lookup, caller.network);
  } catch {
    return;
  }
}
