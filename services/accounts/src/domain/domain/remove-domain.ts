import type { DomainRemoved } from '@onceover/schema/events/accounts/domain-removed.v1';
import type { DomainFacts } from './add-domain.ts';
import type { DomainState } from './domain.ts';
import { UnknownDomain } from './domain-errors.ts';

/** Its owner may remove a domain whatever was found out about it. */
export function removeDomain(facts: DomainFacts, state: DomainState): DomainRemoved {
  if (state.status === 'absent' || state.status === 'removed') throw new UnknownDomain();
  if (state.accountRef !== facts.accountRef) throw new UnknownDomain();
  return { type: 'domain.removed', schemaVersion: 1, data: { ...facts } };
}
