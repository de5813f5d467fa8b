import type { Caller } from '@onceover/schema/caller';
import { DomainError } from '@onceover/service-kit/errors';
import { SecretLocked, TooManyAttempts, WrongPassphrase } from '../../domain/secret/secret-errors.ts';
import type { Failpoint } from '../secret/failpoint.ts';
import type { PassphraseKdf } from '../secret/secret-cipher.ts';
import type { StoredSecret } from '../secret/stored-secret.ts';
import type { RefusedOpenings } from './refused-openings.ts';

export type Reservation =
  | { readonly kind: 'reserved' /** In the life of the secret, this one included. */; readonly attempts: number }
  | { readonly kind: 'ended' }
  | { readonly kind: 'locked' }
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number };

/** Wrong passphrases, counted before they are tried; see `domain/secret/passphrase-attempts.ts`. */
export interface AttemptLedger {
  reserve(lookup: Buffer, network: string): Promise<Reservation>;
  /** For attempts that failed through a fault of ours. */
  giveBack(lookup: Buffer, network: string): Promise<void>;
}

export interface PassphrasePorts {
  readonly kdf: PassphraseKdf;
  readonly attempts: AttemptLedger;
  readonly refusedOpenings: RefusedOpenings;
  readonly failpoint: Failpoint;
}

export interface PassphraseGuess {
  readonly secret: StoredSecret;
  /** The secret key, which salts the derivation. */
  readonly secretKey: string;
  readonly passphrase: string;
  readonly caller: Caller;
}

/**
 * Derives a key from a guessed passphrase and uses it, counted as an attempt from before the derivation.
 *
 * A place for the derivation comes first, so that nobody pays for our being busy. `ifEnded` answers when there is nothing
 * left to guess.
 */
export async function withPassphraseKey<R>(
  ports: PassphrasePorts,
  { secret, secretKey, passphrase, caller }: PassphraseGuess,
  use: (passphraseKey: Buffer) => Promise<R>,
  ifEnded: () => Promise<R>,
): Promise<R> {
  return await counted(ports, { secret, caller }, async (reserve) => {
    const passphraseKey = await ports.kdf.withPlace(async (derive) => {
      if (!(await reserve())) return null;
      const deriving = derive(passphrase, secretKey);
      await ports.failpoint('reveal.deriving');
      return await deriving;
    });
    try {
      return passphraseKey === null ? await ifEnded() : await use(passphraseKey);
    } finally {
      passphraseKey?.fill(0);
    }
  });
}

/** Uses a guess that another service judges, counted as an attempt from before it is judged. */
export async function withCountedAttempt<R>(
  ports: PassphrasePorts,
  guess: Pick<PassphraseGuess, 'secret' | 'caller'>,
  use: () => Promise<R>,
  ifEnded: () => Promise<R>,
): Promise<R> {
  return await counted(ports, guess, async (reserve) => ((await reserve()) ? await use() : await ifEnded()));
}

/**
 * Runs a guess that `reserve` counts; false when there is nothing left to guess. The attempt is given back when the guess
 * fails through a fault of ours; a wrong one stays counted, and its creator sees it.
 */
async function counted<R>(
  ports: PassphrasePorts,
  { secret, caller }: Pick<PassphraseGuess, 'secret' | 'caller'>,
  run: (reserve: () => Promise<boolean>) => Promise<R>,
): Promise<R> {
  const { attempts, refusedOpenings, failpoint } = ports;
  const { lookup } = secret.binding;
  let isReserved = false;
  try {
    return await run(async () => {
      const reservation = await attempts.reserve(lookup, caller.network);
      if (reservation.kind === 'ended') return false;
      if (reservation.kind !== 'reserved') refusedOpenings.note({ secret, reason: 'locked', caller });
      if (reservation.kind === 'locked') throw new SecretLocked();
      if (reservation.kind === 'limited') throw new TooManyAttempts(reservation.retryAfterSeconds);
      isReserved = true;
      await failpoint('reveal.attempt_reserved');
      return true;
    });
  } catch (error) {
    if (!isReserved) throw error;
    if (error instanceof WrongPassphrase) await countWrong(ports, secret, caller);
    else if (!(error instanceof DomainError)) await giveBack(attempts, lookup, caller);
    throw error;
  }
}

/** Counts a wrong one for the creator. If it cannot be counted, the guess is not answered either: it is given back. */
async function countWrong(
  { refusedOpenings, attempts }: PassphrasePorts,
  secret: StoredSecret,
  caller: Caller,
): Promise<void> {
  try {
    await refusedOpenings.record({ secret, reason: 'wrong-passphrase', caller });
  } catch (error) {
    await giveBack(attempts, secret.binding.lookup, caller);
    throw error;
  }
}

/** Best effort: if the database is unavailable, the attempt stays counted, and the failure that matters is already known. */
async function giveBack(attempts: AttemptLedger, lookup: Buffer, caller: Caller): Promise<void> {
  await attempts.giveBack(lookup, caller.network).catch(() => undefined);
}
