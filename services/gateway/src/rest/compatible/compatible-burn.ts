import type { BurnAnswer } from '@onceover/schema/rest/burn';

/** The burn answer with the types the original sent in `record.metadata`. Source: REST contract 2. */
export function compatibleBurn(answer: BurnAnswer): object {
  const { metadata } = answer.record;
  const strings = {
    created: String(metadata.created),
    updated: String(metadata.updated),
    secret_ttl: metadata.secret_ttl.toFixed(1),
    share_domain: metadata.share_domain ?? '',
    recipients: metadata.recipients ?? '',
  };
  return { ...answer, record: { ...answer.record, metadata: { ...metadata, ...strings } } };
}
