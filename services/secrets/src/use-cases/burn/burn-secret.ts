import { VersionConflict } from '@onceover/event-store';
import type { Caller } from '@onceover/schema/caller';
import { OutageError, OutcomeUnknownError } from '@onceover/service-kit/errors';
import { burnSecret, refuseUnburnable } from '../../domain/secret/burn-secret.ts';
import { NotConfirmed, SecretGone, WrongPassphrase } from '../../domain/secret/secret-errors.ts';
import {
  type FoundEntry,
  findEntry,
  type MetadataEntry,
  type MetadataPorts,
  openLink,
} from '../metadata/metadata-entry.ts';
import { type MetadataView, metadataViewOf } from '../metadata/metadata-view.ts';
import { type PassphrasePorts, withPassphraseKey } from '../reveal/passphrase-attempts.ts';
import { contextOf, relationOf } from '../secret/command-context.ts';
import { isOwnedBy } from '../secret/ownership.ts';
import type { SecretWrites } from '../secret/secret-writes.ts';
import { type SecretVault, secretStateOf } from '../secret/stored-secret.ts';
import { openContent } from '../secret/with-loaded-keys.ts';

export interface BurnInput {
  /** The metadata key, or the owner handle. */
  readonly key: string;
  readonly isConfirmed: boolean;
  readonly passphrase: string;
}

export type BurnPorts = MetadataPorts &
  PassphrasePorts & { readonly vault: SecretVault; readonly writes: SecretWrites };

const burnTries = 3;

/**
 * Deletes a secret before anybody opened it. Competes with a reveal for the one ending; a passphrase is checked and
 * counted like a reveal's. By owner handle none is asked for: the owner's login is the authority, and a handle could not
 * check one.
 *
 * Refuses  secret.not-confirmed, secret.gone, secret.not-burnable, secret.wrong-passphrase, secret.too-many-attempts,
 *          secret.locked
 * Source   REST contract 5.6; security 3.4, 3.5
 */
export function burnSecretUseCase(ports: BurnPorts) {
  return async (input: BurnInput, caller: Caller): Promise<MetadataView> => {
    if (!input.isConfirmed) throw new NotConfirmed();
    ports.keyRing.current(); // sealed: nothing is read, counted or consumed
    const found = await readEntry(ports, input.key, caller);
    const { entry, isByOwnerHandle } = found;
    refuseUnburnable(secretStateOf(entry.secret), entry.secret.readAt);
    const asksPassphrase = entry.secret.binding.hasPassphrase && !isByOwnerHandle;
    if (asksPassphrase) await refuseWrongPassphrase(ports, input, entry, caller);
    return await burn(ports, input.key, found, caller);
  };
}

/** The metadata key opens the link box, the secret key salts the derivation, the commitment tells right from wrong. */
async function refuseWrongPassphrase(
  ports: BurnPorts,
  { key, passphrase }: BurnInput,
  entry: MetadataEntry,
  caller: Caller,
): Promise<void> {
  if (passphrase === '') throw new WrongPassphrase();
  const ifEnded = () => refuseEnded(ports, key, caller);
  const linked = await openLink(ports, key, entry);
  if (linked === null) return await ifEnded();
  const { secretKey } = linked;
  const read = () => ports.vault.find(entry.secret.binding.lookup, null);
  await withPassphraseKey(
    ports,
    { secret: entry.secret, secretKey, passphrase, caller },
    async (passphraseKey) => {
      const found = await read();
      const opened = found === null ? null : await openContent(ports, found, { secretKey, passphraseKey }, read);
      if (opened === null) return await ifEnded();
      opened.plaintext.fill(0);
    },
    ifEnded,
  );
}

/** Says how it ended. A secret that has lost its content without an ending is our failure and is never burned unchecked. */
async function refuseEnded(ports: BurnPorts, key: string, caller: Caller): Promise<never> {
  const { secret } = (await readEntry(ports, key, caller)).entry;
  refuseUnburnable(secretStateOf(secret), secret.readAt);
  throw new OutageError('vault');
}

async function burn(ports: BurnPorts, key: string, first: FoundEntry, caller: Caller): Promise<MetadataView> {
  let found = first;
  for (let tries = 0; tries < burnTries; tries += 1) {
    try {
      await execute(ports, found.entry, caller);
      return await viewOfBurned(ports, key, caller);
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error;
    }
    found = await readEntry(ports, key, caller);
  }
  throw new OutageError('claim', { retryAfterSeconds: 1 });
}

/** The burn is committed: if it cannot be read back, "unavailable" would say that nothing happened. */
async function viewOfBurned(ports: BurnPorts, key: string, caller: Caller): Promise<MetadataView> {
  try {
    await ports.failpoint('burn.committed');
    const { entry, isByOwnerHandle } = await readEntry(ports, key, caller);
    const isOwner = isOwnedBy(caller, entry.secret.binding.ownerRef);
    return { ...metadataViewOf(entry, { key, isOwner, isByOwnerHandle, secretKey: null }), isAfterCommit: true };
  } catch (error) {
    if (!(error instanceof OutageError)) throw error;
    throw new OutcomeUnknownError(error.dependency, { cause: error });
  }
}

async function execute({ writes, failpoint }: BurnPorts, { secret }: MetadataEntry, caller: Caller): Promise<void> {
  const { ownerRef } = secret.binding;
  const burned = burnSecret({ by: relationOf(caller, ownerRef), at: secret.readAt }, secretStateOf(secret));
  await failpoint('burn.before_commit');
  await writes.end({
    context: contextOf(caller, ownerRef, null),
    isRemembered: false,
    secret,
    ending: 'burned',
    event: burned,
    deliveryConfirmed: null,
    redelivery: null,
  });
}

async function readEntry(ports: BurnPorts, key: string, caller: Caller): Promise<FoundEntry> {
  const found = await findEntry(ports, key, caller, 'secrets-write');
  if (found === null) throw new SecretGone();
  return found;
}
