import type { CustomDomain } from '../use-cases/domain/domain-ports.ts';
import { txtHostOf } from '../use-cases/domain/look-for-proof.ts';
import type * as graph from './types.generated.ts';

const statuses = { added: null, pending: 'PENDING', active: 'ACTIVE' } as const;
const results = {
  matched: 'MATCHED',
  'no-record': 'NO_RECORD',
  'other-value': 'OTHER_VALUE',
  'dns-unavailable': 'DNS_UNAVAILABLE',
} as const;

/** A domain as the graph shows it; `target` is where the operator wants it to point. */
export function toDomain(domain: CustomDomain, target: string | null): graph.Domain {
  const { domainId, original, host, displayDomain, baseDomain, trd, sld, tld, status, lastCheck } = domain;
  return {
    id: domainId,
    original,
    host,
    displayDomain,
    baseDomain,
    subdomain: trd === null ? null : host,
    trd,
    sld,
    tld,
    isApex: trd === null,
    isVerified: status === 'active',
    status: statuses[status],
    created: unixTime(domain.createdAt),
    updated: unixTime(domain.updatedAt),
    txtHost: txtHostOf(domain),
    txtValue: domain.txtValue,
    cnameTarget: target,
    lastChecked: lastCheck === null ? null : unixTime(lastCheck.at),
    lastCheck: lastCheck === null ? null : { result: results[lastCheck.finding], found: lastCheck.found },
  };
}

function unixTime(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}
