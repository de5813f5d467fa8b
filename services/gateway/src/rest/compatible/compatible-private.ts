import type { PrivateAnswer } from '@onceover/schema/rest/metadata';

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
