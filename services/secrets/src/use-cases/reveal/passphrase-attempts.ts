import type { EventStore } from '@onceover/event-store';
import type { Caller } from '@onceover/graphql-kit/caller';
import { DomainError } from '@onceover/service-kit/errors';
import { newId } from '@onceover/service-kit/ids';
import { passphraseFailed } from '../../domain/secret/passphrase-attempts.ts';
import { SecretLocked, TooManyAttempts, WrongPassphrase } from '../../domain/secret/secret-errors.ts';
import { contextOf } from '../secret/command-context.ts';
import type { Failpoint } from '../secret/failpoint.ts';
import type { PassphraseKdf } from '../secret/secret-cipher.ts';
import type { StoredSecret } from '../secret/stored-secret.ts';

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
  readonly events: EventStore;
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
 * fails through a fault of ours; a wrong one stays counted, and the owner is notified at certain counts.
 */
async function counted<R>(
  ports: PassphrasePorts,
  { secret, caller }: Pick<PassphraseGuess, 'secret' | 'caller'>,
  run: (reserve: () => Promise<boolean>) => Promise<R>,
): Promise<R> {
  const { attempts, failpoint } = ports;
  const { lookup } = secret.binding;
  let reserved: number | null = null;
  try {
    return await run(async () => {
      const reservation = await attempts.reserve(lookup, caller.network);
      if (reservation.kind === 'locked') throw new SecretLocked();
      if (reservation.kind === 'limited') throw new TooManyAttempts(reservation.retryAfterSeconds);
      if (reservation.kind === 'ended') return false;
      reserved = reservation.attempts;
      await failpoint('reveal.attempt_reserved');
      return true;
    });
  } catch (error) {
    if (reserved === null) throw error;
    if (error instanceof WrongPassphrase) await tellOwner(ports, secret, reserved, caller);
    else if (!(error instanceof DomainError)) await giveBack(attempts, lookup, caller);
    throw error;
  }
}

/**
 * Records a count the owner is notified of, in a stream of its own: in the secret's stream it would make claims in flight
 * start over. If it cannot be recorded, the guess is not answered either: it is given back, and the next one counts.
 */
async function tellOwner(
  { events, attempts }: PassphrasePorts,
  { secretId, binding }: StoredSecret,
  count: number,
  caller: Caller,
): Promise<void> {
  const { ownerRef, createdAt, lookup } = binding;
  const failed = passphraseFailed({ secretId, ownerRef, createdAt, count });
  if (failed === null) return;
  try {
    await events.execute({
      context: contextOf(caller, ownerRef, `passphrase-failed:${secretId}:${count}`),
      appends: [{ stream: { id: newId(), category: 'security' }, expected: 'none', events: [failed], closes: true }],
      shared: [],
      guards: [],
      inline: [],
    });
  } catch (error) {
    await giveBack(attempts, lookup, caller);
    throw error;
  }
}

/** Best effort: if the database is unavailable, the attempt stays counted, and the failure that matters is already known. */
async function giveBack(attempts: AttemptLedger, lookup: Buffer, caller: Caller): Promise<void> {
  try {
    await attempts.giveBack(lookup, caller.network);
  } catch {
    return;
  }
}
