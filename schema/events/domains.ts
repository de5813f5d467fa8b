import { z } from 'zod';
import { type EventOf, eventsIn } from './event-row.ts';
import { classed } from './field-class.ts';
import { accountRef, ofAccount } from './of-account.ts';

const { event, rows } = eventsIn('accounts', 'schema/events/domains.ts');

/** What happens to the custom domains of accounts. */
export const domainEvents = rows;

const ofDomain = { ...ofAccount, feed: 'domain-changed', readers: ['owner', 'partner'] } as const;

const fields = {
  domainId: classed('tenant', z.string().max(40).meta({ description: 'The id of the domain.' })),
  accountRef,
  /** Sealed under the account's data key, so nobody outside could read it; the id tells which domain it is. */
  hostname: classed('internal', z.string().max(600)),
};

/** A host was added, not verified yet. */
export const domainAdded = event('domain.added', {
  summary: 'A custom domain was added. It is not verified yet.',
  ...ofDomain,
  fields,
});
export type DomainAdded = EventOf<typeof domainAdded>;

/** The host proved to be the account's. */
export const domainVerified = event('domain.verified', {
  summary: 'A custom domain was verified.',
  ...ofDomain,
  fields,
});
export type DomainVerified = EventOf<typeof domainVerified>;

/** A check for the proof failed; after 72 hours of failing a verified host is no longer served. */
export const domainVerificationFailed = event('domain.verification_failed', {
  summary: 'A check of a custom domain did not find the proof.',
  ...ofDomain,
  fields: {
    ...fields,
    reasonCode: classed('tenant', z.enum(['no-record', 'other-value', 'dns-unavailable'])),
    isServed: classed('tenant', z.boolean().meta({ description: 'Whether links on it still work.' })),
  },
  audit: { kind: 'security', outcome: 'failed' },
});
export type DomainVerificationFailed = EventOf<typeof domainVerificationFailed>;

/** The host is the account's no more. */
export const domainRemoved = event('domain.removed', {
  summary: 'A custom domain was removed.',
  ...ofDomain,
  fields,
  isTerminal: true,
});
export type DomainRemoved = EventOf<typeof domainRemoved>;
