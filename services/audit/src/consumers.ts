import type { Consumers } from '@onceover/service-shell/service-parts';
import { addToTrail } from './adapters/postgres/audit-table.ts';
import { onAnyEvent } from './messaging/on-any-event.ts';

/** What audit hears: whatever any service records, itself among them. */
export function consumersOf(): Consumers {
  return { definitions: [onAnyEvent(addToTrail)] };
}
