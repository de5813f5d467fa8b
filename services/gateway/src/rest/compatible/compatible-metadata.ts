import type { MetadataObject, RecentAnswer } from '@onceover/schema/rest/metadata';
import { asText, orEmpty } from './strings.ts';

/** A stored Metadata object with the types the original sent. Source: REST contract 2. */
export function compatibleMetadata(metadata: MetadataObject): object {
  return {
    ...metadata,
    created: asText(metadata.created),
    updated: asText(metadata.updated),
    secret_ttl: metadata.secret_ttl.toFixed(1),
    share_domain: orEmpty(metadata.share_domain),
    recipients: orEmpty(metadata.recipients),
  };
}

/** The list of recent secrets with such items. */
export function compatibleRecent(answer: RecentAnswer): object {
  const { details } = answer;
  return {
    ...answer,
    records: answer.records.map(compatibleMetadata),
    details: {
      ...details,
      received: details.received.map(compatibleMetadata),
      notreceived: details.notreceived.map(compatibleMetadata),
    },
  };
}
