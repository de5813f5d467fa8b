import type { DomainAnswer, DomainChangedAnswer, DomainListAnswer, DomainObject } from '@onceover/schema/rest/domains';
import { asText, orEmpty } from './strings.ts';

/** Answers with stored Domain objects (not that of add), with the types the original sent. Source: REST contract 2. */
export function compatibleDomains(answer: DomainListAnswer): object {
  return { ...answer, records: answer.records.map(compatibleDomain) };
}

export function compatibleDomainAnswer(answer: DomainAnswer | DomainChangedAnswer): object {
  return { ...answer, record: compatibleDomain(answer.record) };
}

function compatibleDomain(domain: DomainObject): object {
  return {
    ...domain,
    created: asText(domain.created),
    updated: asText(domain.updated),
    status: orEmpty(domain.status),
    verified: domain.status === null ? '' : domain.verified,
  };
}
