import { VersionConflict } from '@onceover/event-store';
import type { Caller } from '@onceover/graphql-kit/caller';
import { OutageError } from '@onceover/service-kit/errors';
import { burnSecret } from '../domain/secret/burn-secret.ts';
import { NotConfirmed, SecretGone, WrongPassphrase } from '../domain/secret/secret-errors.ts';
import { contextOf, secretStream } from './command-context.ts';
import { metadataLookupOfAny } from './lookup-of-any.ts';
import { type MetadataView, metadataViewOf } from './metadata-view.ts';
import { openLink } from './open-link.ts';
import type { MetadataEntry, SecretPorts } from './ports.ts';
import { secretStateOf } from './secret-state-of.ts';
import { withLoadedKeys } from './with-loaded-keys.ts';
import { type PassphrasePorts, withPassphraseKey } from './with-passphrase-key.ts';

export interface BurnInput {
  readonly metadataKey: string;
  readonly isConfirmed: boolean;
  readonly passphrase: string;
}

export type BurnPorts = SecretPorts & PassphrasePorts;

const burnTries = 3;

/**
 * Deletes a secret before anybody opened it. Competes with a reveal for the one ending; a passphrase is checked and
 * counted like a reveal's.
 *
 * Refuses  secret.not-confirmed, secret.gone, secret.not-burnable, secret.wrong-passphrase, secret.too-many-attempts,
 *          secret.locked
 * Source   REST contract 5.6; security 3.4, 3.5
 */
export function burnSecretUseCase(ports: BurnPorts) {
  return async (input: BurnInput, caller: Caller): Promise<MetadataView> => {
    if (!input.isConfirmed) throw new NotConfirmed();
    ports.keyRing.current(); // sealed: nothing is looked at, counted or consumed
    const entry = await readEntry(ports, input.metadataKey);
    burnSecret({ by: 'anonymous', at: entry.secret.readAt }, secretStateOf(entry.secret));
    if (entry.secret.binding.hasPassphrase) await refuseWrongPassphrase(ports, input, entry, caller);
    return await burn(ports, input.metadataKey, entry, caller);
  };
}

/** The metadata key opens the link box, the secret key salts the derivation, the commitment tells right from wrong. */
async function refuseWrongPassphrase(
  ports: BurnPorts,
  { metadataKey, passphrase }: BurnInput,
  entry: MetadataEntry,
  caller: Caller,
): Promise<void> {
  if (passphrase === '') throw new WrongPassphrase();
  const ifEnded = () => refuseEnded(ports, metadataKey);
  const linked = await openLink(ports, metadataKey, entry);
  if (linked === null) return await ifEnded();
  const { secretKey } = linked;
  const { lookup } = entry.secret.binding;
  await withPassphraseKey(
    ports,
    { lookup, secretKey, passphrase, caller },
    async (passphraseKey) => {
      const isRight = await openAndForget(ports, lookup, secretKey, passphraseKey);
      if (!isRight) await ifEnded();
    },
    ifEnded,
  );
}

/** False when there is nothing left to open. What is opened along the way is wiped at once. */
async function openAndForget(
  ports: BurnPorts,
  lookup: Buffer,
  secretKey: string,
  passphraseKey: Buffer,
): Promise<boolean> {
  const read = () => ports.vault.find(lookup, null);
  const found = await read();
  if (found === null) return false;
  const isRight = await withLoadedKeys(
    ports,
    found,
    ({ secret }) => secret.secretId,
    ({ secret, content }) => {
      if (content === null) return false;
      const opened = ports.cipher.open({ secretKey, stored: content, passphraseKey, binding: secret.binding });
      if (opened.kind === 'wrong-passphrase') throw new WrongPassphrase();
      opened.plaintext.fill(0);
      return true;
    },
    read,
  );
  return isRight ?? false;
}

/** Says how it ended. A secret that has lost its content without an ending is our failure and is never burned unchecked. */
async function refuseEnded(ports: BurnPorts, metadataKey: string): Promise<never> {
  const { secret } = await readEntry(ports, metadataKey);
  burnSecret({ by: 'anonymous', at: secret.readAt }, secretStateOf(secret));
  throw new OutageError('vault');
}

async function burn(
  ports: BurnPorts,
  metadataKey: string,
  found: MetadataEntry,
  caller: Caller,
): Promise<MetadataView> {
  let entry = found;
  for (let tries = 0; tries < burnTries; tries += 1) {
    try {
      await execute(ports, entry, caller);
      await ports.failpoint('burn.committed');
      return metadataViewOf(metadataKey, await readEntry(ports, metadataKey), null);
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error;
    }
    entry = await readEntry(ports, metadataKey);
  }
  throw new OutageError('claim', { retryAfterSeconds: 1 });
}

async function execute(
  { events, rows, failpoint }: BurnPorts,
  { secret }: MetadataEntry,
  caller: Caller,
): Promise<void> {
  const { binding, secretId, version } = secret;
  const burned = burnSecret({ by: 'anonymous', at: secret.readAt }, secretStateOf(secret));
  await failpoint('burn.before_commit');
  await events.execute({
    context: contextOf(caller, binding.ownerRef, null),
    appends: [{ stream: secretStream(secretId), expected: version, events: [burned], closes: true }],
    shared: [],
    guards: [rows.claimNew(binding.lookup, 'burned')],
    inline: [rows.ended({ lookup: binding.lookup, ending: 'burned', deliveryConfirmed: null })],
  });
}

async function readEntry({ vault, keys }: BurnPorts, metadataKey: string): Promise<MetadataEntry> {
  const entry = await vault.findByMetadataKey(metadataLookupOfAny(keys, metadataKey));
  if (entry === null) throw new SecretGone();
  return entry;
}
