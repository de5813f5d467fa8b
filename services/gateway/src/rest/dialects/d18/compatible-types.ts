import type { CustomerObject } from '@onceover/schema/rest/account';
import type { DomainObject } from '@onceover/schema/rest/domains';
import type { MetadataObject } from '@onceover/schema/rest/metadata';
import type { Dialect } from '../../../answers/dialect.ts';
import type { NativeAnswers } from '../../../answers/native-answer.ts';
import { d18 } from './d18.ts';

/**
 * The same dialect with the types that the original sent for stored objects: texts for numbers and booleans, `''` for what
 * is absent. What was just made (concealed, domainAdded) has real types here too. Source: REST contract 2.
 */
export const d18CompatibleTypes: Dialect = {
  ...d18,
  answers: {
    account: (answer) => ({
      ...answer,
      record: { ...answer.record, apitoken: '', cust: customerOf(answer.record.cust) },
    }),
    authcheck: (answer) => ({ ...answer, record: customerOf(answer.record) }),
    burned: (answer) => ({
      ...answer,
      record: { ...answer.record, metadata: metadataOf(answer.record.metadata) },
    }),
    colonel: (answer) => ({ ...answer, record: overviewOf(answer.record) }),
    domain: (answer) => ({ ...answer, record: domainOf(answer.record) }),
    domains: (answer) => ({ ...answer, records: answer.records.map(domainOf) }),
    domainVerified: (answer) => ({ ...answer, record: domainOf(answer.record) }),
    locale: (answer) => ({ ...answer, old_locale: orEmpty(answer.old_locale) }),
    private: privateOf,
    recent: recentOf,
    revealed: (answer) => ({
      ...answer,
      record: { ...answer.record, original_size: String(answer.record.original_size) },
    }),
  },
};

const decimal = (time: number | null): string => (time === null ? '' : String(time));
const orEmpty = <T>(value: T | null): T | '' => value ?? '';

function customerOf(customer: CustomerObject): object {
  return {
    ...customer,
    ...countedAsText(customer),
    verified: String(customer.verified),
    created: String(customer.created),
    updated: String(customer.updated),
    secrets_burned: String(customer.secrets_burned),
    last_login: customer.last_login === null ? '' : String(customer.last_login),
    locale: orEmpty(customer.locale),
    stripe_customer_id: orEmpty(customer.stripe_customer_id),
    stripe_subscription_id: orEmpty(customer.stripe_subscription_id),
    stripe_checkout_email: orEmpty(customer.stripe_checkout_email),
  };
}

type Counted = Pick<CustomerObject, 'secrets_created' | 'secrets_shared' | 'emails_sent'>;

function countedAsText({ secrets_created, secrets_shared, emails_sent }: Counted) {
  return {
    secrets_created: String(secrets_created),
    secrets_shared: String(secrets_shared),
    emails_sent: String(emails_sent),
  };
}

function overviewOf(record: NativeAnswers['colonel']['record']): object {
  return {
    ...record,
    recent_customers: record.recent_customers.map((customer) => ({ ...customer, ...countedAsText(customer) })),
    counts: { ...record.counts, ...countedAsText(record.counts) },
  };
}

function domainOf(domain: DomainObject): object {
  return {
    ...domain,
    created: String(domain.created),
    updated: String(domain.updated),
    status: orEmpty(domain.status),
    verified: domain.status === null ? '' : domain.verified,
  };
}

function metadataOf(metadata: MetadataObject): object {
  return {
    ...metadata,
    created: String(metadata.created),
    updated: String(metadata.updated),
    secret_ttl: metadata.secret_ttl.toFixed(1),
    share_domain: orEmpty(metadata.share_domain),
    recipients: orEmpty(metadata.recipients),
  };
}

const whilePending = {
  is_received: null,
  is_burned: null,
  is_destroyed: null,
  has_maxviews: null,
  view_count: '',
};

const onceGone = {
  has_passphrase: null,
  can_decrypt: null,
  is_truncated: null,
  maxviews: null,
  has_maxviews: null,
  view_count: null,
};

function privateOf(answer: NativeAnswers['private']): object {
  const { record, details } = answer;
  return {
    ...answer,
    record: {
      ...record,
      recipients: orEmpty(record.recipients),
      secret_key: orEmpty(record.secret_key),
      shared: '',
      viewed: '',
      received: decimal(record.received),
      burned: decimal(record.burned),
      expiration_in_seconds: record.expiration_in_seconds.toFixed(1),
    },
    details: { ...details, ...(record.state === 'new' ? whilePending : onceGone) },
  };
}

function recentOf(answer: NativeAnswers['recent']): object {
  const { received, notreceived } = answer.details;
  return {
    ...answer,
    records: answer.records.map(metadataOf),
    details: { ...answer.details, received: received.map(metadataOf), notreceived: notreceived.map(metadataOf) },
  };
}
