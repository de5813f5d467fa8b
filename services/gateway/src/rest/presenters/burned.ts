import type { BurnAnswer } from '@onceover/schema/rest/burn';
import type { MetadataData } from '../operations/metadata.operation.ts';
import type { Links } from './links.ts';
import { presentMetadata } from './metadata.ts';

/** The answer of burn: the Metadata object, and the same once more under `metadata`. Source: REST contract 5.6. */
export function presentBurned(
  metadata: MetadataData,
  given: { links: Links; shrimp: string; now: number },
): BurnAnswer {
  const presented = presentMetadata(metadata, given.links, given.now);
  return {
    success: true,
    shrimp: given.shrimp,
    custid: 'anon',
    record: { ...presented, metadata: presented },
    details: {},
  };
}
