import type { BurnAnswer, MetadataObject, PrivateAnswer, RecentAnswer } from '@onceover/schema/rest/metadata';
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

/** The creator's view with the types the original sent. Source: REST contract 2. */
export function compatiblePrivate(answer: PrivateAnswer): object {
  const { record, details } = answer;
  return {
    ...answer,
    record: { ...record, recipients: record.recipients ?? '', secret_key: record.secret_key ?? '' },
    details: { ...details, ...(record.state === 'new' ? whilePending(details) : onceGone()) },
  };
}

function whilePending(details: PrivateAnswer['details']) {
  return {
    is_received: null,
    is_burned: null,
    is_destroyed: null,
    has_maxviews: null,
    view_count: '',
    maxviews: details.maxviews,
  };
}

function onceGone() {
  return {
    has_passphrase: null,
    can_decrypt: null,
    is_truncated: null,
    maxviews: null,
    has_maxviews: null,
    view_count: null,
  };
}

/** The burn answer with the types the original sent in `record.metadata`. Source: REST contract 2. */
export function compatibleBurn(answer: BurnAnswer): object {
  const { record } = answer;
  return { ...answer, record: { ...record, metadata: compatibleMetadata(record.metadata) } };
}
