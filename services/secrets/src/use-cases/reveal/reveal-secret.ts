import { StaleInput, VersionConflict } from '@onceover/event-store';
import type { Caller } from '@onceover/schema/caller';
import { OutageError } from '@onceover/service-kit/errors';
import {
  NotConfirmed,
  PeopleOnly,
  SecretGone,
  VerificationWhileSignedIn,
  WrongPassphrase,
} from '../../domain/secret/secret-errors.ts';
import { isOwnedBy } from '../secret/ownership.ts';
import type { SecretCipher } from '../secret/secret-cipher.ts';
import type { KeyDerivation } from '../secret/secret-keys.ts';
import type { SecretWrites } from '../secret/secret-writes.ts';
import type { SecretVault, StoredSecret, VaultEntry } from '../secret/stored-secret.ts';
import { type Verifications, verdictOn, verifyAtOnce } from '../secret/verifications.ts';
import { type OpenedSecret, openContent, reloadKeys } from '../secret/with-loaded-keys.ts';
import { claimCommand } from './claim-secret.ts';
import { type PassphrasePorts, withCountedAttempt, withPassphraseKey } from './passphrase-attempts.ts';
import { type Claimant, type RedeliverPorts, type RedeliveryCipher, redeliver } from './redelivery.ts';

export interface RevealInput {
  readonly secretKey: string;
  readonly isConfirmed: boolean;
  readonly passphrase: string;
  /** The `Idempotency-Key`, well-formed, or null. */
  readonly claimToken: string | null;
}

export interface RevealedSecret {
  readonly secret: StoredSecret;
  readonly value: string;
  readonly isReplay: boolean;
}

export type RevealPorts = PassphrasePorts &
  RedeliverPorts & {
    readonly vault: SecretVault;
    readonly writes: SecretWrites;
    readonly keys: KeyDerivation;
    readonly cipher: SecretCipher & RedeliveryCipher;
    readonly verifications: Verifications;
  };

const claimTries = 3;

/**
 * Opens a secret for one claimant and forgets it.
 *
 * Everything slow or fallible happens first, outside any transaction: the attempt is counted, the passphrase key derived,
 * the content opened in memory. A failure up to here leaves the secret new. Then one guarded command ends the secret,
 * records it and deletes the content, all or nothing; only when its own commit was acknowledged does the content leave.
 * The second reveal is refused by the guard in `adapters/postgres/sql/end_secrets.sql`: whoever ends the row first
 * has the secret. Without it a secret that ended between read and claim would be given twice; without the wipe a loser
 * would keep what it must not have; without waiting for the commit a crash could give the content and keep the secret.
 *
 * Shape    keys are 31 to 64 characters of 0-9 a-z; the claim token is made by the client
 * Units    the claimant may fetch again for 120 s by the database clock, three times
 * Refuses  secret.not-confirmed, secret.gone, secret.wrong-passphrase, secret.too-many-attempts, secret.locked,
 *          secret.verification-while-signed-in, secret.people-only
 * Source   specification 2 "Secret view page" and 7; security 4
 */
export function revealSecretUseCase(ports: RevealPorts) {
  return async (input: RevealInput, caller: Caller): Promise<RevealedSecret> => {
    if (!input.isConfirmed) throw new NotConfirmed();
    ports.keyRing.current(); // sealed: nothing is read, counted or consumed
    const claimant = claimantOf(ports, input);
    await ports.failpoint('reveal.parsed');
    const entry = await readEntry(ports, claimant);
    if (entry?.isRedeliverable) return await redeliverOrGone(ports, claimant, caller);
    if (entry === null || entry.content === null) return refuseUnopened(ports, claimant, caller);
    refuseForeignVerification(entry.secret, caller);
    refuseProgram(ports, entry.secret, caller);
    if (entry.secret.binding.isVerification) {
      const opened = await openVerification(ports, claimant, entry, input.passphrase, caller);
      await verifyAtOnce(ports, entry.secret);
      return opened;
    }
    if (!entry.secret.binding.hasPassphrase) return await openAndClaim(ports, claimant, entry, null, caller);
    if (input.passphrase === '') throw new WrongPassphrase();
    const { secretKey, passphrase } = input;
    const guess = { secret: entry.secret, secretKey, passphrase, caller };
    return await withPassphraseKey(
      ports,
      guess,
      async (key) => openAndClaim(ports, claimant, await readEntry(ports, claimant), key, caller),
      () => redeliverOrGone(ports, claimant, caller),
    );
  };
}

/** Somebody signed in would verify an account that is not theirs; the secret stays for the account it was made for. */
function refuseForeignVerification({ binding }: StoredSecret, caller: Caller): void {
  if (!binding.isVerification || caller.kind === 'anonymous') return;
  if (!isOwnedBy(caller, binding.ownerRef)) throw new VerificationWhileSignedIn();
}

/** Where only people may open, a program is told so before anything is counted or consumed; whoever created it sees it. */
function refuseProgram({ refusedOpenings }: RevealPorts, secret: StoredSecret, caller: Caller): void {
  if (!secret.isPeopleOnly || caller.isPerson === true) return;
  refusedOpenings.note({ secret, reason: 'program', caller });
  throw new PeopleOnly();
}

/** Opens in the browser that signed up, else with the password of that sign-up; tries count as those of a passphrase do. */
async function openVerification(
  ports: RevealPorts,
  claimant: Claimant,
  entry: VaultEntry,
  password: string,
  caller: Caller,
): Promise<RevealedSecret> {
  const { secret } = entry;
  const verdict = await verdictOn(ports, secret, caller, null);
  if (verdict === 'over') throw new SecretGone();
  if (verdict === 'open') return await openAndClaim(ports, claimant, entry, null, caller);
  if (password === '') throw new WrongPassphrase();
  return await withCountedAttempt(
    ports,
    { secret, caller },
    async () => {
      if ((await verdictOn(ports, secret, caller, password)) !== 'open') throw new WrongPassphrase();
      return await openAndClaim(ports, claimant, await readEntry(ports, claimant), null, caller);
    },
    () => redeliverOrGone(ports, claimant, caller),
  );
}

async function openAndClaim(
  ports: RevealPorts,
  claimant: Claimant,
  found: VaultEntry | null,
  passphraseKey: Buffer | null,
  caller: Caller,
): Promise<RevealedSecret> {
  const keys = { secretKey: claimant.secretKey, passphraseKey };
  let entry = found;
  for (let tries = 0; tries < claimTries; tries += 1) {
    if (entry === null || entry.content === null) return await redeliverOrGone(ports, claimant, caller);
    const opened = await openContent(ports, entry, keys, () => readEntry(ports, claimant));
    if (opened === null) return await redeliverOrGone(ports, claimant, caller);
    try {
      await ports.failpoint('reveal.decrypted');
      if (await isClaimed(ports, claimant, opened, caller)) return await answer(ports, opened.secret, opened.plaintext);
    } finally {
      opened.plaintext.fill(0);
    }
    entry = await readEntry(ports, claimant);
  }
  throw new OutageError('claim', { retryAfterSeconds: 1 });
}

/** True when this very command ended the secret. False: somebody else was first, or a key moved on; read again. */
async function isClaimed(
  ports: RevealPorts,
  claimant: Claimant,
  opened: OpenedSecret,
  caller: Caller,
): Promise<boolean> {
  const command = claimCommand(ports.cipher, opened, claimant, caller);
  await ports.failpoint('reveal.before_commit');
  try {
    const committing = ports.writes.end(command);
    await ports.failpoint('reveal.commit_sent');
    const outcome = await committing;
    await ports.failpoint('reveal.committed');
    return outcome === 'appended';
  } catch (error) {
    if (error instanceof StaleInput) await reloadKeys(ports.keyRing);
    else if (!(error instanceof VersionConflict)) throw error;
    return false;
  }
}

/** Gone, to everybody in the same words; whoever created it sees later that somebody came late. */
function refuseUnopened({ refusedOpenings }: RevealPorts, { lookup }: Claimant, caller: Caller): never {
  refusedOpenings.noteUnopened(lookup, caller);
  throw new SecretGone();
}

async function redeliverOrGone(ports: RevealPorts, claimant: Claimant, caller: Caller): Promise<RevealedSecret> {
  const redelivered = await redeliver(ports, claimant);
  if (redelivered === null) return refuseUnopened(ports, claimant, caller);
  try {
    return { ...(await answer(ports, redelivered.secret, redelivered.plaintext)), isReplay: true };
  } finally {
    redelivered.plaintext.fill(0);
  }
}

async function answer(ports: RevealPorts, secret: StoredSecret, plaintext: Buffer): Promise<RevealedSecret> {
  await ports.failpoint('reveal.answering');
  return { secret, value: plaintext.toString('utf8'), isReplay: false };
}

function readEntry({ vault }: RevealPorts, { lookup, token }: Claimant): Promise<VaultEntry | null> {
  return vault.find(lookup, token?.hash ?? null);
}

function claimantOf({ keys }: RevealPorts, { secretKey, claimToken }: RevealInput): Claimant {
  const token = claimToken === null ? null : { text: claimToken, hash: keys.tokenHashOf(claimToken) };
  return { secretKey, lookup: keys.lookupOf(secretKey), token };
}
