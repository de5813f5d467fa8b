import type { Caller } from '@onceover/schema/caller';
import type { SecretReceived } from '@onceover/schema/events/secrets';
import type { ShownProgram, ShownRefusedOpening } from '../reveal/refused-openings.ts';
import { isSignedInFor, type TokenScope } from '../secret/ownership.ts';
import type { SealedLink, SecretCipher } from '../secret/secret-cipher.ts';
import type { KeyDerivation } from '../secret/secret-keys.ts';
import type { StoredSecret } from '../secret/stored-secret.ts';
import { type Alarm, type KeyRing, withLoadedKeys } from '../secret/with-loaded-keys.ts';

/** What its creator finds by the metadata key. */
export interface MetadataEntry {
  readonly secret: StoredSecret;
  readonly metadataShortkey: string;
  readonly link: SealedLink | null;
  readonly ttlSeconds: number;
  /** Obscured addresses. */
  readonly recipients: string | null;
  readonly updatedAt: Date;
  readonly receivedAt: Date | null;
  readonly burnedAt: Date | null;
  readonly expiredAt: Date | null;
  readonly deliveryConfirmed: boolean | null;
  readonly openedBy: SecretReceived['data']['by'] | null;
  readonly burnedByOperator: boolean;
  readonly confirmedAt: Date | null;
  /** When its generated value was shown once more. */
  readonly valueShownAt: Date | null;
  /** Oldest first. */
  readonly refusedOpenings: readonly ShownRefusedOpening[];
  /** Oldest first. */
  readonly programs: readonly ShownProgram[];
  readonly attempts: number;
  /** Emails with the link that were asked for. */
  readonly emailCount: number;
}

/** Reads what creators see; every read is of the primary. */
export interface MetadataEntries {
  /** Null for unknown keys and past the metadata's lifetime. */
  findByMetadataKey(metadataLookup: Buffer): Promise<MetadataEntry | null>;
  /** The same by the handle of a secret that this account owns; the link is never read. */
  findByOwnerHandle(ownerHandle: string, ownerRef: string): Promise<MetadataEntry | null>;
}

export interface MetadataPorts {
  readonly vault: MetadataEntries;
  readonly keys: KeyDerivation;
  readonly cipher: SecretCipher;
  readonly keyRing: KeyRing;
  readonly alarm: Alarm;
}

/** What a key opened, and whether it was an owner handle, which shows no link and asks for no passphrase. */
export interface FoundEntry {
  readonly entry: MetadataEntry;
  readonly isByOwnerHandle: boolean;
}

/**
 * Finds a creator's entry by the metadata key, or by the owner handle where the owner is signed in (a token needs
 * `scope`). Null for everything else: to anybody but its owner a handle is an unknown key.
 */
export async function findEntry(
  ports: Pick<MetadataPorts, 'vault' | 'keys'>,
  key: string,
  caller: Caller,
  scope: TokenScope,
): Promise<FoundEntry | null> {
  const entry = await ports.vault.findByMetadataKey(ports.keys.metadataLookupOf(key));
  if (entry !== null) return { entry, isByOwnerHandle: false };
  if (!isSignedInFor(caller, scope) || !ports.keys.isKey(key)) return null;
  const owned = await ports.vault.findByOwnerHandle(key, caller.accountRef);
  return owned === null ? null : { entry: owned, isByOwnerHandle: true };
}

/** Opens the link box with the metadata key: the secret key. Null when there is nothing left to open. */
export async function openLink(
  ports: MetadataPorts,
  metadataKey: string,
  found: MetadataEntry,
): Promise<{ readonly entry: MetadataEntry; readonly secretKey: string } | null> {
  return await withLoadedKeys(
    ports,
    found,
    ({ secret }) => secret.secretId,
    (entry) => {
      const { link, secret } = entry;
      if (link === null) return null;
      return { entry, secretKey: ports.cipher.openLink({ metadataKey, ...link, binding: secret.binding }) };
    },
    () => ports.vault.findByMetadataKey(ports.keys.metadataLookupOf(metadataKey)),
  );
}
