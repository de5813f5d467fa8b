import type { DomainAdded } from '@onceover/schema/events/accounts/domain-added.v1';
import type { DomainState } from './domain.ts';
import { DomainAlreadyExists } from './domain-errors.ts';

/** Which domain an event is about; the host name is sealed under the account's data key. */
export interface DomainFacts {
  readonly domainId: string;
  readonly accountRef: string;
  readonly hostname: string;
}

/** A host is added once per account; that it is free is the database's to say. */
export function addDomain(facts: DomainFacts, state: DomainState): DomainAdded {
  if (state.status !== 'absent') throw new DomainAlreadyExists();
  return { type: 'domain.added', schemaVersion: 1, data: { ...facts } };
}
