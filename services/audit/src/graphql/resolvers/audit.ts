import { operatorOnly } from '@onceover/schema/colonel-proof';
import { rowOf, typesWhere } from '@onceover/schema/events/catalog';
import { cursorOf } from '../../use-cases/trail/search/trail-cursor.ts';
import { badFilter, orTooMuch, placesOf, questionOf } from '../trail-filter.ts';
import type {
  AuditBlockResolvers,
  AuditSignatureResolvers,
  QueryResolvers,
  RecordedEntryResolvers,
  RecordedTrailResolvers,
} from '../types.generated.ts';

const MOST_OF_REFERENCE = 200;

export const auditQueries = {
  auditTrail: async (_parent, { first, after, filter, order }, { useCases, caller }) => {
    const page = { question: questionOf(filter), order, first, after: placesOf(after) };
    return await orTooMuch(useCases.searchTrail(page, caller));
  },
  auditHistogram: async (_parent, { from, to, filter }, { useCases, caller }) => {
    const question = questionOf({ ...filter, from, to });
    if (question.from === undefined || question.to === undefined) throw badFilter('from and to are needed');
    return await orTooMuch(useCases.countTrail({ ...question, from: question.from, to: question.to }, caller));
  },
  auditCover: async (_parent, { reference, ...times }, { useCases, caller }) => {
    if (reference === '' || reference.length > MOST_OF_REFERENCE) throw badFilter('reference has 1 to 200 characters');
    return await orTooMuch(useCases.findCovered({ reference, ...questionOf(times) }, caller));
  },
  auditActions: (_parent, _args, { caller }) => {
    operatorOnly(caller);
    return typesWhere(({ audit }) => audit !== null).toSorted();
  },
  auditChainStatus: async (_parent, _args, { useCases, caller }) => await useCases.chainStatus(caller),
} satisfies QueryResolvers;

export const RecordedTrail: RecordedTrailResolvers = {
  endCursor: ({ end }) => cursorOf(end),
};

export const RecordedEntry: RecordedEntryResolvers = {
  id: ({ eventId }) => eventId,
  actor: ({ actorKind }) => actorKind,
  target: ({ targetRef }) => targetRef,
  account: ({ tenantRef }) => tenantRef,
  requestId: ({ request }) => request,
  prevHash: ({ prevHash }) => prevHash?.toString('hex') ?? null,
  hash: ({ hash }) => hash.toString('hex'),
  outcome: ({ action }) => rowOf(action)?.audit?.outcome ?? 'done',
};

export const AuditBlock: AuditBlockResolvers = {
  hash: ({ hash }) => hash.toString('hex'),
};

export const AuditSignature: AuditSignatureResolvers = {
  at: ({ at }) => new Date(at),
  hash: ({ hash }) => hash.toString('hex'),
};
