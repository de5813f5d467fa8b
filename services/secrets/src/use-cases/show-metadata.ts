import { OutageError } from '@onceover/service-kit/errors';
import { metadataLookupOfAny } from './lookup-of-any.ts';
import { type MetadataView, metadataViewOf } from './metadata-view.ts';
import { openLink } from './open-link.ts';
import type { SecretPorts } from './ports.ts';

/**
 * The creator's view, by metadata key. Changes nothing; shows the share link while the secret can be opened.
 *
 * Shape    null for every key that opens nothing; without the keys (sealed) everything but the link is shown
 * Source   REST contract 5.5; security 3.4, 3.6
 */
export function showMetadataUseCase(ports: SecretPorts) {
  return async (metadataKey: string): Promise<MetadataView | null> => {
    const entry = await ports.vault.findByMetadataKey(metadataLookupOfAny(ports.keys, metadataKey));
    if (entry === null) return null;
    if (ports.keyRing.sealedReason() !== null) return metadataViewOf(metadataKey, entry, null);
    try {
      const linked = await openLink(ports, metadataKey, entry);
      return metadataViewOf(metadataKey, linked?.entry ?? entry, linked?.secretKey ?? null);
    } catch (error) {
      if (!(error instanceof OutageError) || error.dependency === 'postgres') throw error;
      return metadataViewOf(metadataKey, entry, null);
    }
  };
}
