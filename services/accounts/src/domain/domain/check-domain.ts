import type { DomainVerificationFailed, DomainVerified } from '@onceover/schema/events/domains';
import type { DomainFacts, DomainState } from './domain.ts';
import { UnknownDomain } from './domain-errors.ts';

export type Finding = 'matched' | 'no-record' | 'other-value' | 'dns-unavailable';

/** One check: what it found, when, and since when checks have been failing (null: the last one matched). */
export interface CheckDomain extends DomainFacts {
  readonly finding: Finding;
  readonly at: Date;
  readonly failingSince: Date | null;
}

/** How long a host stays served without its proof: names move, records get lost, DNS fails for a night. */
export const graceHours = 72;

/**
 * A host is served from the check that finds the proof. When the proof is gone it stays served for the grace period, so
 * that a slip in DNS breaks no link, but no longer, so that a name that changed hands does not stay with its old owner.
 *
 * Shape    no event when a served host matched again
 * Units    the grace period ends exactly 72 hours after the first failing check
 * Source   security T21
 */
export function checkDomain(
  command: CheckDomain,
  state: DomainState,
): readonly (DomainVerified | DomainVerificationFailed)[] {
  if (state.status === 'absent' || state.status === 'removed') throw new UnknownDomain();
  const { domainId, accountRef, hostname, finding } = command;
  const facts = { domainId, accountRef, hostname };
  if (finding === 'matched') {
    return state.status === 'active' ? [] : [{ type: 'domain.verified', schemaVersion: 1, data: facts }];
  }
  const isServed = state.status === 'active' && isInGrace(command);
  const data = { ...facts, reasonCode: finding, isServed };
  return [{ type: 'domain.verification_failed', schemaVersion: 1, data }];
}

function isInGrace({ at, failingSince }: CheckDomain): boolean {
  return failingSince === null || at.getTime() - failingSince.getTime() < graceHours * 3_600_000;
}
