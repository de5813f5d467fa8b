import { type Caller, isColonel, mayKnow } from '@onceover/schema/caller';
import type { AuditKind } from '@onceover/schema/events/meaning';
import type { ChainCheckpoint, Signatures } from '../checkpoint.ts';
import { forOwner, type ShownEntry } from '../recorded-entry.ts';
import { readTrail, type SearchPorts, type TrailPlaces } from './search-trail.ts';

export interface NamedCustomer {
  readonly id: string;
}

export interface WantedTrail {
  readonly accountRef: string;
  readonly first: number;
  readonly after: TrailPlaces | null;
  readonly kind: AuditKind | null;
}

/** A page of a trail; `end` is null at its end. */
export interface ShownTrail {
  readonly accountRef: string;
  readonly entries: readonly ShownEntry[];
  readonly end: TrailPlaces | null;
}

/** The trail of an account, newest first; null for everybody but its owner and a colonel. */
export function auditTrailUseCase(ports: SearchPorts) {
  return async ({ accountRef, first, after, kind }: WantedTrail, caller: Caller): Promise<ShownTrail | null> => {
    if (!mayKnow(caller, accountRef)) return null;
    const question = { account: accountRef, ...(kind !== null && { kind }) };
    const { entries, end } = await readTrail(ports, { question, order: 'newest', first, after }, null);
    return { accountRef, entries: isColonel(caller) ? entries : entries.map(forOwner), end };
  };
}

/** What was signed last of each chain of a trail that was shown. */
export function trailSignaturesUseCase({ signatures }: { readonly signatures: Signatures }) {
  return async ({ accountRef }: ShownTrail, caller: Caller): Promise<readonly ChainCheckpoint[]> =>
    mayKnow(caller, accountRef) ? await signatures.ofAccount(accountRef) : [];
}
