import type { EventStore } from '@onceover/event-store';
import type { SecurityTrailExported } from '@onceover/schema/events/audit';
import { newId } from '@onceover/service-kit/ids';
import type { ExportBook } from '../../use-cases/trail/search/export-found.ts';

/** Exports are events and nothing else; they appear in the trail of whoever made them. */
export function createExportBook(events: EventStore): ExportBook {
  return {
    async add({ scope, format, isFiltered }, { accountRef, requestId, origin }) {
      const actor = { kind: scope === 'own' ? 'creator' : 'operator', ref: accountRef } as const;
      const meta = { correlationId: requestId, actor, ...origin };
      const exported: SecurityTrailExported = {
        type: 'security.trail_exported',
        schemaVersion: 1,
        data: { accountRef, scope, format, isFiltered },
      };
      await events.transact({ commandId: newId(), tenantRef: accountRef, meta }, ({ append }) =>
        append({
          stream: { id: newId(), category: 'security' },
          expected: 'none',
          events: [exported],
          closes: true,
        }),
      );
    },
  };
}
