import type { DomainObject } from '@onceover/schema/rest/domains';
import type { NativeAnswers } from '../../../../answers/native-answer.ts';
import type { DomainFieldsFragment } from '../../../../operations/operations.generated.ts';
import { restWord } from './rest-word.ts';

/** The Domain object; names are in lower case and punycode, except the one the customer typed. Source: REST contract 7.1. */
export function presentDomain(domain: DomainFieldsFragment, custid: string): DomainObject {
  return {
    domainid: domain.id,
    custid,
    display_domain: domain.host,
    base_domain: domain.baseDomain,
    subdomain: domain.subdomain,
    trd: domain.trd,
    tld: domain.tld,
    sld: domain.sld,
    _original_value: domain.original,
    txt_validation_host: domain.txtHost,
    txt_validation_value: domain.txtValue,
    status: domain.status === null ? null : restWord(domain.status),
    verified: domain.isVerified,
    is_apex: domain.isApex,
    vhost: null,
    created: domain.created,
    updated: domain.updated,
  };
}

/** Where a domain has to point. There is no cluster, only the target that the operator configured. */
function clusterOf(target: string | null): NativeAnswers['domain']['details']['cluster'] {
  return { type: null, cluster_ip: null, cluster_name: null, vhost_target: target };
}

export function presentDomains(
  { nodes, cnameTarget }: { readonly nodes: readonly DomainFieldsFragment[]; readonly cnameTarget: string | null },
  custid: string,
): NativeAnswers['domains'] {
  return {
    success: true,
    custid,
    count: nodes.length,
    records: nodes.map((domain) => presentDomain(domain, custid)),
    details: { cluster: clusterOf(cnameTarget) },
  };
}

export function presentOneDomain(domain: DomainFieldsFragment, custid: string): NativeAnswers['domain'] {
  return {
    success: true,
    custid,
    record: presentDomain(domain, custid),
    details: { cluster: clusterOf(domain.cnameTarget) },
  };
}

/** The answer of add and verify. */
export function presentChangedDomain(
  domain: DomainFieldsFragment,
  { custid, shrimp }: { readonly custid: string; readonly shrimp: string },
): NativeAnswers['domainAdded'] {
  return { ...presentOneDomain(domain, custid), shrimp };
}
