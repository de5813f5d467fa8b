import { z } from 'zod';
import { type EventOf, eventsIn } from './event-row.ts';
import { classed } from './field-class.ts';
import { accountRef, ofAccount } from './of-account.ts';

const { event, rows } = eventsIn('accounts', 'schema/events/domains.ts');

/** What happens to the custom domains of accounts. */
export const domainEvents = rows;

const ofDomain = { ...ofAccount, feed: 'domain-changed', readers: ['owner', 'partner'] } as const;

const fields = {
  domainId: classed('tenant', z.string().max(40)),
  accountRef,
  /** Sealed under the account's data key. */
  hostname: classed('tenant', z.string().max(600)),
};

/** A host was added, not verified yet. */
export const domainAdded = event('domain.added', { ...ofDomain, fields });
export type DomainAdded = EventOf<typeof domainAdded>;

/** The host proved to be the account's. */
export const domainVerified = event('domain.verified', { ...ofDomain, fields });
export type DomainVerified = EventOf<typeof domainVerified>;

/** A check for the proof failed; after 72 hours of failing a verified host is no longer served. */
export const domainVerificationFailed = event('domain.verification_failed', {
  ...ofDomain,
  fields: {
    ...fields,
    reasonCode: classed('tenant', z.enum(['no-record', 'other-value', 'dns-unavailable'])),
    isServed: classed('tenant', z.boolean()),
  },
  audit: { kind: 'security', outcome: 'failed' },
});
export type DomainVerificationFailed = EventOf<typeof domainVerificationFailed>;

/** The host is the account's no more. */
export const domainRemoved = event('domain.removed', { ...ofDomain, fields, isTerminal: true });
export type DomainRemoved = EventOf<typeof domainRemoved>;
