import type { Caller } from '@onceover/graphql-kit/caller';
import type { KeyDerivation } from '../secret/crypto-ports.ts';
import { metadataLookupOfAny } from '../secret/lookup-of-any.ts';
import { isSignedInFor, type TokenScope } from '../secret/ownership.ts';
import type { MetadataEntry, SecretVault } from '../secret/ports.ts';

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
  ports: { readonly vault: SecretVault; readonly keys: KeyDerivation },
  key: string,
  caller: Caller,
  scope: TokenScope,
): Promise<FoundEntry | null> {
  const entry = await ports.vault.findByMetadataKey(metadataLookupOfAny(ports.keys, key));
  if (entry !== null) return { entry, isByOwnerHandle: false };
  if (!isSignedInFor(caller, scope) || !ports.keys.isKey(key)) return null;
  const owned = await ports.vault.findByOwnerHandle(key, caller.accountRef);
  return owned === null ? null : { entry: owned, isByOwnerHandle: true };
}
