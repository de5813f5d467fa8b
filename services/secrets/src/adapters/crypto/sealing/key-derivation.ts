import { linkKeyPattern, newKeyCharacters } from '@onceover/schema/link-key';
import { base36Prefix, join, type RandomBytes, randomBase36, randomBytes, sha256 } from '@onceover/service-kit/crypto';
import { newId } from '@onceover/service-kit/ids';
import type { KeyDerivation } from '../../../use-cases/secret/secret-keys.ts';
import { LABELS } from './labels.ts';

const SHORT_CHARACTERS = 8;

/**
 * Names and finds secrets without storing their keys.
 *
 * Shape    lookup = H("onceover/v1/lookup" ‖ L); short = 8 base36 characters of H("onceover/v1/short" ‖ L): the first
 *          48 bits modulo 36^8; the metadata key's likewise. H(T) is plain SHA-256 of the token's text.
 * Source   security 3.2
 */
export function createKeyDerivation(random: RandomBytes = randomBytes): KeyDerivation {
  return {
    lookupOf: (secretKey) => lookupOf(isKey(secretKey) ? secretKey : ''),
    metadataLookupOf: (metadataKey) => metadataLookupOf(isKey(metadataKey) ? metadataKey : ''),
    tokenHashOf: (claimToken) => sha256(claimToken),
    newKeys: () => ({
      secretId: newId(),
      secretKey: randomBase36(newKeyCharacters, random),
      metadataKey: randomBase36(newKeyCharacters, random),
      ownerHandle: randomBase36(newKeyCharacters, random),
    }),
    namesOf: ({ secretKey, metadataKey }) => ({
      lookup: lookupOf(secretKey),
      metadataLookup: metadataLookupOf(metadataKey),
      shortkey: base36Prefix(sha256(join(LABELS.short, secretKey)), SHORT_CHARACTERS),
      metadataShortkey: base36Prefix(sha256(join(LABELS.metadataShort, metadataKey)), SHORT_CHARACTERS),
    }),
    isKey,
  };
}

function isKey(text: string): boolean {
  return linkKeyPattern.test(text);
}

function lookupOf(secretKey: string): Buffer {
  return sha256(join(LABELS.lookup, secretKey));
}

function metadataLookupOf(metadataKey: string): Buffer {
  return sha256(join(LABELS.metadataLookup, metadataKey));
}
