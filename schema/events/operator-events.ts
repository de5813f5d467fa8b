import type { CatalogEntry } from './catalog-entry.ts';
import { operatorActionTakenV1 } from './operator/operator-action-taken.v1.ts';

/** What every service tells of its operators: it is recorded in the log of the service that did it, in the same commit. */
export function operatorEventsOf(log: Pick<CatalogEntry, 'producer' | 'topic' | 'retentionDays'>): CatalogEntry[] {
  return [
    {
      ...log,
      type: 'operator.action_taken',
      key: 'streamId',
      schemaVersion: 1,
      consumers: [],
      // Each action is a stream of its own, which ends with it.
      isTerminal: true,
      schema: operatorActionTakenV1,
      example: 'examples/operator-action-taken.v1.json',
    },
  ];
}
