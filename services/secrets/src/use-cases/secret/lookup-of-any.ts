import type { KeyDerivation } from './crypto-ports.ts';

/** Where a secret key would be found. A malformed key costs the same and finds nothing. */
export function lookupOfAny(keys: Pick<KeyDerivation, 'isKey' | 'lookupOf'>, secretKey: string): Buffer {
  return keys.lookupOf(keys.isKey(secretKey) ? secretKey : '');
}

/** The same for metadata keys. */
export function metadataLookupOfAny(
  keys: Pick<KeyDerivation, 'isKey' | 'metadataLookupOf'>,
  metadataKey: string,
): Buffer {
  return keys.metadataLookupOf(keys.isKey(metadataKey) ? metadataKey : '');
}
