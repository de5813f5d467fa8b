import { operatorOnly } from '@onceover/schema/colonel-proof';
import { rowOf, typesWhere } from '@onceover/schema/events/catalog';
import { cursorOf } from '../../use-cases/audit/search/trail-cursor.ts';
import { TooMuchToSearch } from '../../use-cases/audit/search/trail-search.ts';
import { badFilter, placesOf, questionOf } from '../trail-filter.ts';
import type { AuditSignatureResolvers, QueryResolvers, RecordedEntryResolvers } from '../types.generated.ts';

export const auditQueries = {
  auditTrail: async (_parent, { first, after, filter, order }, { useCases, caller }) => {
    const page = { question: questionOf(filter), order, first, after: placesOf(after) };
    const { entries, end } = await orTooMuch(useCases.searchTrail(page, caller));
    return { entries, endCursor: end === null ? null : cursorOf(end) };
  },
  auditHistogram: async (_parent, { from, to, filter }, { useCases, caller }) => {
    const question = questionOf({ ...filter, from, to });
    if (question.from === undefined || question.to === undefined) throw badFilter('from and to are needed');
    return await orTooMuch(useCases.countTrail({ ...question, from: question.from, to: question.to }, caller));
  },
  auditActions: (_parent, _args, { caller }) => {
    operatorOnly(caller);
    return typesWhere(({ audit }) => audit !== null).toSorted();
  },
  auditChainStatus: async (_parent, _args, { useCases, caller }) => await useCases.chainStatus(caller),
} satisfies QueryResolvers;

export const RecordedEntry: RecordedEntryResolvers = {
  outcome: ({ action }) => rowOf(action)?.audit?.outcome ?? 'done',
};

export const AuditSignature: AuditSignatureResolvers = {
  hash: ({ hash }) => hash.toString('hex'),
};

async function orTooMuch<Found>(search: Promise<Found>): Promise<Found> {
  try {
    return await search;
  } catch (error) {
    throw error instanceof TooMuchToSearch ? badFilter(error.message) : error;
  }
}
