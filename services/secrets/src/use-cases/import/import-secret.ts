import { StaleInput, VersionConflict } from '@onceover/event-store';
import { OutageError, OutcomeUnknownError } from '@onceover/service-kit/errors';
import {
  type Imported,
  type ImportLimits,
  type ImportSecret,
  importSecret,
} from '../../domain/secret/import-secret.ts';
import { absent } from '../../domain/secret/secret.ts';
import { SecretLeft } from '../../domain/secret/secret-errors.ts';
import { type ShareDomain, wantedHost } from '../../domain/secret/share-domain.ts';
import { countCharacters } from '../../domain/secret/truncation.ts';
import type { ShareDomains } from '../conceal/conceal-secret.ts';
import type { StoragePorts } from '../conceal/storage-guard.ts';
import type { StorePorts } from '../conceal/store-secret.ts';
import { systemContext } from '../secret/command-context.ts';
import type { SealedSecret, SecretBinding } from '../secret/secret-cipher.ts';
import type { SecretKeys, SecretNames } from '../secret/secret-keys.ts';
import type { ImportedSecret } from '../secret/secret-writes.ts';
import { reloadKeys } from '../secret/with-loaded-keys.ts';

/** A secret of another server. Instants in Unix seconds; null: unknown. */
export interface ImportInput {
  readonly metadataKey: string;
  readonly secretKey: string | null;
  readonly state: ImportSecret['state'];
  readonly ownerRef: string | null;
  readonly created: number;
  readonly updated: number | null;
  readonly received: number | null;
  readonly burned: number | null;
  readonly lifetimeSeconds: number;
  readonly expiresAt: number;
  /** Obscured addresses, joined by a comma. */
  readonly recipients: string | null;
  readonly shareDomain: string | null;
  /** Its content; null: that is not taken over. */
  readonly value: string | null;
}

/** `left`: nothing was stored; the reason is a sentence for operators. */
export type ImportOutcome =
  | { readonly outcome: 'imported' | 'already-there' }
  | { readonly outcome: 'left'; readonly reason: string };

export interface ImportWish {
  /** False: nothing is stored, and the outcome is what it would be. */
  readonly isForReal: boolean;
}

/** Tells who has the keys of a secret here, however far that has come. */
export interface KeyHolders {
  /** `this-secret`: the metadata key is known; `another-secret`: only the key of its link is. */
  holderOf(keys: {
    readonly metadataLookup: Buffer;
    readonly lookup: Buffer | null;
  }): Promise<'this-secret' | 'another-secret' | null>;
}

export type ImportPorts = StorePorts &
  StoragePorts & {
    readonly shareDomains: ShareDomains;
    readonly importLimits: ImportLimits;
    readonly vault: KeyHolders;
  };

const importTries = 3;

/**
 * Takes over a secret of another server under the keys that it has there, so that its links work on. What waits is sealed as
 * any secret is and opens once as any does; of what has ended only the metadata is stored. The same secret is taken over once,
 * whoever asks and however often.
 *
 * Shape    event, state and content are one commit or nothing; its private link shows the same state as there. Without
 *          `isForReal` nothing is stored, by the same checks
 * Refuses  OutageError while the keys are sealed or the disk is nearly full; what is wrong with a secret is its outcome
 * Source   dialects 8
 */
export function importSecretUseCase(ports: ImportPorts) {
  return async (input: ImportInput, { isForReal }: ImportWish): Promise<ImportOutcome> => {
    try {
      refuseBadKeys(ports, input);
      return { outcome: isForReal ? await take(ports, input) : await judge(ports, input) };
    } catch (error) {
      if (!(error instanceof SecretLeft)) throw error;
      // What could not be taken over now may have been before, as when its content came along.
      const isHere = (await holderOf(ports, input)) === 'this-secret';
      return isHere ? { outcome: 'already-there' } : { outcome: 'left', reason: error.message };
    }
  };
}

type Taken = 'imported' | 'already-there';

async function take(ports: ImportPorts, input: ImportInput): Promise<Taken> {
  const shareDomain = await shareDomainOf(ports, input);
  for (let tries = 0; tries < importTries; tries += 1) {
    const outcome = await store(ports, input, shareDomain);
    if (outcome !== 'stale') return outcome === 'appended' ? 'imported' : 'already-there';
    await Promise.all([reloadKeys(ports.keyRing), ports.databaseTime.measure()]);
  }
  throw new OutageError('keys', { retryAfterSeconds: 1 });
}

/** The checks of `take`, without storing anything. */
async function judge(ports: ImportPorts, input: ImportInput): Promise<Taken> {
  importSecret(commandOf(input, null, ports.databaseTime.now()), absent, ports.importLimits);
  const holder = await holderOf(ports, input);
  if (holder === 'another-secret') throw new SecretLeft(LINK_OF_ANOTHER);
  return holder === null ? 'imported' : 'already-there';
}

const LINK_OF_ANOTHER = 'The key of its link is that of another secret here.';

const holderOf = ({ vault, keys }: ImportPorts, { metadataKey, secretKey }: ImportInput) =>
  vault.holderOf({
    metadataLookup: keys.metadataLookupOf(metadataKey),
    lookup: secretKey === null ? null : keys.lookupOf(secretKey),
  });

function refuseBadKeys({ keys }: ImportPorts, { metadataKey, secretKey }: ImportInput): void {
  const notAKey = 'is no key that links can have: 31 to 64 characters of 0-9 and a-z.';
  if (!keys.isKey(metadataKey)) throw new SecretLeft(`The key of its private link ${notAKey}`);
  if (secretKey === null) return;
  if (!keys.isKey(secretKey)) throw new SecretLeft(`The key of its link ${notAKey}`);
  if (secretKey === metadataKey) throw new SecretLeft('Its two links have the same key.');
}

/** A host that is not verified here shows no links: they are those of the site, and the key opens the same secret. */
async function shareDomainOf(
  { shareDomains }: ImportPorts,
  { ownerRef, shareDomain, state }: ImportInput,
): Promise<ShareDomain | null> {
  if (ownerRef === null || shareDomain === null || state !== 'new') return null;
  const host = hostIn(shareDomain);
  return host === null ? null : await shareDomains.find(ownerRef, host);
}

function hostIn(text: string): string | null {
  try {
    return wantedHost(text);
  } catch {
    return null;
  }
}

async function store(
  ports: ImportPorts,
  input: ImportInput,
  shareDomain: ShareDomain | null,
): Promise<'appended' | 'duplicate' | 'stale'> {
  const { epoch } = ports.keyRing.current(); // sealed: nothing is stored
  const at = ports.databaseTime.now();
  const imported = importSecret(commandOf(input, shareDomain, at), absent, ports.importLimits);
  const made = sealed(ports, input, { imported, shareDomain, epoch });
  const counted = countBytes(ports, input, imported, at);
  try {
    const context = systemContext(input.ownerRef, `import:${made.keys.secretId}`);
    const outcome = await ports.writes.import({ context, imported: made, event: imported.event });
    if (outcome === 'duplicate') counted?.giveBack();
    return outcome;
  } catch (error) {
    if (!(error instanceof OutcomeUnknownError)) counted?.giveBack();
    if (error instanceof StaleInput) return 'stale';
    if (error instanceof VersionConflict) throw new SecretLeft(LINK_OF_ANOTHER);
    throw error;
  }
}

/** It counts towards its owner's share, but is not refused for it. */
function countBytes(
  { storage }: ImportPorts,
  { ownerRef, value }: ImportInput,
  { ended, expiresAt }: Imported,
  at: Date,
) {
  if (ended !== null || value === null) return null;
  const ttlSeconds = Math.ceil((expiresAt.getTime() - at.getTime()) / 1000);
  return storage.count(ownerRef, { bytes: Buffer.byteLength(value), ttlSeconds });
}

function commandOf(input: ImportInput, shareDomain: ShareDomain | null, at: Date): ImportSecret {
  const { state, ownerRef, updated, value } = input;
  const ended = (state === 'received' ? input.received : state === 'burned' ? input.burned : null) ?? updated;
  return {
    state,
    ownerRef,
    shareDomainId: shareDomain?.id ?? null,
    createdAt: moment(input.created),
    endedAt: ended === null ? null : moment(ended),
    expiresAt: moment(input.expiresAt),
    ttlSeconds: input.lifetimeSeconds,
    recipientCount: recipientsOf(input)?.split(',').length ?? 0,
    hasLink: input.secretKey !== null,
    characters: value === null ? null : countCharacters(value.toWellFormed()),
    at,
  };
}

/** Without control characters: no address has any, and PostgreSQL stores no NUL. */
function recipientsOf({ recipients }: ImportInput): string | null {
  const shown = recipients?.replace(/\p{Cc}/gu, '').trim();
  return shown ? shown : null;
}

const latestMoment = 253_402_300_799;

/** A number that is no moment becomes the nearest one. */
function moment(unixSeconds: number): Date {
  return new Date(Math.min(Math.max(unixSeconds, 0), latestMoment) * 1000);
}

/** The secret under its own keys. One whose link is not known gets the key of a link that nobody has. */
function sealed(
  ports: ImportPorts,
  input: ImportInput,
  { imported, shareDomain, epoch }: { imported: Imported; shareDomain: ShareDomain | null; epoch: number },
): ImportedSecret {
  const { metadataKey, value } = input;
  const made = ports.keys.newKeys();
  const keys = { ...made, metadataKey, secretKey: input.secretKey ?? made.secretKey };
  const names = ports.keys.namesOf(keys);
  const { lookup, ...shown } = names;
  const binding = bindingOf(input, imported, shareDomain, lookup);
  const content = imported.ended === null && value !== null ? seal(ports, value, { keys, names, binding }) : null;
  return {
    keys,
    ...shown,
    binding,
    sealed: content,
    epoch: content?.epoch ?? epoch,
    ended: imported.ended,
    ttlSeconds: imported.ttlSeconds,
    originalSize: content === null || value === null ? 0 : countCharacters(value),
    metadataUntil: imported.metadataUntil,
    recipients: recipientsOf(input),
    shareDomain: shareDomain?.host ?? null,
  };
}

function seal(
  { cipher }: ImportPorts,
  value: string,
  under: { keys: SecretKeys; names: SecretNames; binding: SecretBinding },
): SealedSecret {
  const plaintext = Buffer.from(value, 'utf8');
  try {
    return cipher.seal({ ...under, plaintext, passphraseKey: null });
  } finally {
    plaintext.fill(0);
  }
}

function bindingOf(
  { ownerRef }: ImportInput,
  { createdAt, expiresAt }: Imported,
  shareDomain: ShareDomain | null,
  lookup: Buffer,
): SecretBinding {
  return {
    kind: 'share',
    lookup,
    ownerRef,
    shareDomainId: shareDomain?.id ?? null,
    createdAt,
    expiresAt,
    hasPassphrase: false,
    isVerification: false,
    isTruncated: false,
    kdf: 1,
  };
}
