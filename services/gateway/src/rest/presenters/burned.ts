import type { BurnAnswer } from '@onceover/schema/rest/metadata';
import type { MetadataFieldsFragment } from '../../operations/operations.generated.ts';
import { type MetadataView, presentMetadata } from './metadata.ts';

/** The answer of burn: the Metadata object, and the same once more under `metadata`. Source: REST contract 5.6. */
export function presentBurned(
  metadata: MetadataFieldsFragment,
  given: MetadataView & { readonly shrimp: string },
): BurnAnswer {
  const presented = presentMetadata(metadata, given);
  return {
    success: true,
    shrimp: given.shrimp,
    custid: given.custid,
    record: { ...presented, metadata: presented },
    details: {},
  };
}
