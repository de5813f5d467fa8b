import type { MetadataEntry, SecretPorts } from '../secret/ports.ts';
import { withLoadedKeys } from '../secret/with-loaded-keys.ts';

/** Opens the link box with the metadata key: the secret key. Null when there is nothing left to open. */
export async function openLink(
  ports: SecretPorts,
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
