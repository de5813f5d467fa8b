import type {
  DomainAdded,
  DomainRemoved,
  DomainVerificationFailed,
  DomainVerified,
} from '@onceover/schema/events/domains';
import { DomainAlreadyExists, UnknownDomain } from './domain-errors.ts';

export type DomainEvent = DomainAdded | DomainVerified | DomainVerificationFailed | DomainRemoved;

/** One custom domain as its events describe it. While it is served, the host belongs to that account alone. */
export type DomainState =
  | { readonly status: 'absent' }
  | { readonly status: 'added' | 'pending' | 'active' | 'removed'; readonly accountRef: string };

export const absent: DomainState = { status: 'absent' };

/** What a domain becomes when something happened to it. Removed stays removed. */
export function evolve(state: DomainState, event: DomainEvent): DomainState {
  switch (event.type) {
    case 'domain.added':
      return state.status === 'absent' ? { status: 'added', accountRef: event.data.accountRef } : state;
    case 'domain.verified':
      return changed(state, 'active');
    case 'domain.verification_failed':
      return changed(state, event.data.isServed ? 'active' : 'pending');
    case 'domain.removed':
      return changed(state, 'removed');
    default: {
      const never: never = event;
      return never;
    }
  }
}

function changed(state: DomainState, status: 'pending' | 'active' | 'removed'): DomainState {
  return state.status === 'absent' || state.status === 'removed' ? state : { ...state, status };
}

/** Which domain an event is about; the host name is sealed under the account's data key. */
export interface DomainFacts {
  readonly domainId: string;
  readonly accountRef: string;
  readonly hostname: string;
}

/** A host is added once per account; whether it is free, the database decides. */
export function addDomain(facts: DomainFacts, state: DomainState): DomainAdded {
  if (state.status !== 'absent') throw new DomainAlreadyExists();
  return { type: 'domain.added', schemaVersion: 1, data: { ...facts } };
}

/** Its owner may remove a domain whatever its checks found. */
export function removeDomain(facts: DomainFacts, state: DomainState): DomainRemoved {
  if (state.status === 'absent' || state.status === 'removed') throw new UnknownDomain();
  if (state.accountRef !== facts.accountRef) throw new UnknownDomain();
  return { type: 'domain.removed', schemaVersion: 1, data: { ...facts } };
}
