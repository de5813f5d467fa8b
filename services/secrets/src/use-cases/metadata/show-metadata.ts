import type { Caller } from '@onceover/schema/caller';
import { OutageError } from '@onceover/service-kit/errors';
import { isOwnedBy } from '../secret/ownership.ts';
import { type FoundEntry, findEntry, type MetadataEntry, type MetadataPorts, openLink } from './metadata-entry.ts';
import { type MetadataView, metadataViewOf } from './metadata-view.ts';

/**
 * The creator's view, by metadata key, or by owner handle for the signed-in owner. Changes nothing; shows the share link
 * while the secret can be opened, and never by handle.
 *
 * Shape    null for every key that opens nothing; without the keys (sealed) everything but the link is shown
 * Source   REST contract 5.5; security 3.4, 3.6
 */
export function showMetadataUseCase(ports: MetadataPorts) {
  return async (key: string, caller: Caller): Promise<MetadataView | null> => {
    const found = await findEntry(ports, key, caller, 'secrets-read-meta');
    if (found === null) return null;
    const { entry, secretKey } = await withLink(ports, key, found);
    const isOwner = isOwnedBy(caller, entry.secret.binding.ownerRef);
    return metadataViewOf(entry, { key, isOwner, isByOwnerHandle: found.isByOwnerHandle, secretKey });
  };
}

/** The secret whose changes the holder of a key may watch. Null for every key that opens nothing. */
export function findWatchedUseCase(ports: Pick<MetadataPorts, 'vault' | 'keys'>) {
  return async (key: string, caller: Caller): Promise<string | null> => {
    const found = await findEntry(ports, key, caller, 'secrets-read-meta');
    return found?.entry.secret.secretId ?? null;
  };
}

async function withLink(
  ports: MetadataPorts,
  key: string,
  { entry, isByOwnerHandle }: FoundEntry,
): Promise<{ readonly entry: MetadataEntry; readonly secretKey: string | null }> {
  const without = { entry, secretKey: null };
  if (isByOwnerHandle || ports.keyRing.sealedReason() !== null) return without;
  try {
    return (await openLink(ports, key, entry)) ?? without;
  } catch (error) {
    if (!(error instanceof OutageError) || error.dependency === 'postgres') throw error;
    return without;
  }
}
