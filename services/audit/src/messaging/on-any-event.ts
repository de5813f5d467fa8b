import type { ConsumerDefinition, HandlerContext } from '@onceover/event-bus';
import type { RecordedEvent } from '@onceover/event-store';
import { typesWhere } from '@onceover/schema/events/catalog';
import { auditConsumer } from '@onceover/schema/events/event-row';
import { logNames } from '@onceover/schema/events/logs';
import { type AuditEntry, auditEntryOf } from '../use-cases/trail/audit-entry.ts';

/** Adds entries of one log to their chains, in order, in the transaction of their events. */
export type AddToTrail = (tx: HandlerContext['tx'], entries: readonly AuditEntry[]) => Promise<void>;

/**
 * Writes the audit trail of accounts: whatever any service records about one of them. What belongs to nobody is covered
 * by blocks and costs no entry. One loop for each log, so each chain has one writer.
 */
export function onAnyEvent(addToTrail: AddToTrail): ConsumerDefinition<RecordedEvent> {
  return {
    name: auditConsumer,
    version: 1,
    sources: logNames,
    handles: typesWhere(({ audit }) => audit !== null),
    tenantsOnly: true,
    onError: 'halt',
    async handle(events, { tx }) {
      const entries = events.map(auditEntryOf).filter((entry) => entry !== null);
      if (entries.length > 0) await addToTrail(tx, entries);
    },
  };
}
