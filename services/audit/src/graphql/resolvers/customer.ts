import { mayKnow } from '@onceover/schema/caller';
import { cursorOf, placesFrom } from '../../use-cases/trail/search/trail-cursor.ts';
import { orTooMuch } from '../trail-filter.ts';
import type {
  AuditEntryResolvers,
  AuditTrailResolvers,
  CustomerResolvers,
  TrailSignatureResolvers,
} from '../types.generated.ts';

/** What this service knows of a customer that accounts has shown to somebody. */
export const Customer: CustomerResolvers = {
  /** A reference says who is meant, not who asks: it leads to the caller themself, and a colonel to anybody. */
  __resolveReference: (customer, { caller }) => (mayKnow(caller, customer.id) ? customer : null),
  /** What is no cursor of ours begins at the newest. */
  auditTrail: async ({ id: accountRef }, { first, after, kind = null }, { useCases, caller }) =>
    await orTooMuch(useCases.auditTrail({ accountRef, first, after: placesFrom(after) ?? null, kind }, caller)),
};

/** Of a trail that was shown. */
export const AuditTrail: AuditTrailResolvers = {
  endCursor: ({ end }) => cursorOf(end),
  signatures: async (trail, _args, { useCases, caller }) => await useCases.trailSignatures(trail, caller),
};

export const AuditEntry: AuditEntryResolvers = {
  id: ({ eventId }) => eventId,
  at: ({ at }) => new Date(at),
  by: ({ actorKind }) => actorKind,
  target: ({ targetRef }) => targetRef,
  hash: ({ hash }) => hash.toString('hex'),
};

export const TrailSignature: TrailSignatureResolvers = {
  head: ({ head }) => head.toString('hex'),
  prevHash: ({ prevHash }) => prevHash.toString('hex'),
  hash: ({ hash }) => hash.toString('hex'),
  signature: ({ signature }) => signature.toString('hex'),
};
