import type { DomainQuery, DomainsQuery } from '../../gql/operations.generated.ts';
import type { Tone } from '../../ui/tone-icon.tsx';

export type DomainRow = DomainsQuery['domains']['nodes'][number];

/** One domain, with the records to enter at the DNS provider and what the last check found. */
export type DomainDetail = NonNullable<DomainQuery['domain']>;

/** What the three states follow from. */
export type CheckedDomain = Pick<DomainRow, 'isVerified' | 'status' | 'certificate'> & {
  readonly lastCheck: Pick<NonNullable<DomainRow['lastCheck']>, 'result'> | null;
  readonly routing: Pick<NonNullable<DomainRow['routing']>, 'result'> | null;
};

const ownership = {
  unchecked: 'unknown',
  verified: 'good',
  gone: 'bad',
  noRecord: 'wait',
  otherValue: 'bad',
  dns: 'wait',
  taken: 'bad',
} as const satisfies Record<string, Tone>;

const routing = {
  unchecked: 'unknown',
  here: 'good',
  noRecord: 'wait',
  elsewhere: 'bad',
  dns: 'wait',
} as const satisfies Record<string, Tone>;

const certificate = {
  unchecked: 'unknown',
  valid: 'good',
  notNeeded: 'good',
  expired: 'bad',
  wrongName: 'bad',
  untrusted: 'bad',
  unreachable: 'wait',
  privateAddress: 'wait',
} as const satisfies Record<string, Tone>;

/** What a check finds about each topic, and how good that is. The keys are those of the texts. */
export const findings = { ownership, routing, certificate } as const;

const routingOf = {
  POINTED: 'here',
  NO_RECORD: 'noRecord',
  ELSEWHERE: 'elsewhere',
  DNS_UNAVAILABLE: 'dns',
} as const;

const certificateOf = {
  VALID: 'valid',
  NOT_NEEDED: 'notNeeded',
  EXPIRED: 'expired',
  WRONG_NAME: 'wrongName',
  UNTRUSTED: 'untrusted',
  UNREACHABLE: 'unreachable',
  PRIVATE_ADDRESS: 'privateAddress',
} as const;

export function statesOf(domain: CheckedDomain) {
  return {
    ownership: ownershipOf(domain),
    routing: domain.routing === null ? 'unchecked' : routingOf[domain.routing.result],
    certificate: domain.certificate === null ? 'unchecked' : certificateOf[domain.certificate],
  } as const;
}

/** A verified domain stays verified for a while when its record goes; one that is proven may be another account's. */
function ownershipOf({ isVerified, lastCheck }: CheckedDomain): keyof typeof ownership {
  if (lastCheck === null) return isVerified ? 'verified' : 'unchecked';
  switch (lastCheck.result) {
    case 'MATCHED':
      return isVerified ? 'verified' : 'taken';
    case 'DNS_UNAVAILABLE':
      return isVerified ? 'verified' : 'dns';
    case 'OTHER_VALUE':
      return isVerified ? 'gone' : 'otherValue';
    default:
      return isVerified ? 'gone' : 'noRecord';
  }
}

export function isReady(domain: CheckedDomain): boolean {
  const states = statesOf(domain);
  return states.ownership === 'verified' && states.routing === 'here' && certificate[states.certificate] === 'good';
}

/** Why the form does not offer a domain, as far as a check has found; null: it offers it, or nobody knows. */
export function reasonNotOffered(domain: CheckedDomain): 'taken' | 'record' | 'elsewhere' | 'certificate' | null {
  const states = statesOf(domain);
  if (states.ownership === 'taken') return 'taken';
  if (states.ownership === 'noRecord' || states.ownership === 'otherValue') return 'record';
  if (!domain.isVerified) return null;
  if (states.routing === 'elsewhere' || states.routing === 'noRecord') return 'elsewhere';
  return certificate[states.certificate] === 'bad' ? 'certificate' : null;
}
