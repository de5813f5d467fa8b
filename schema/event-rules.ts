import { checkConsumersOf } from './events/check-consumers.ts';
import { checkEventsOf } from './events/check-events.ts';
import type { CatalogEntry } from './events/event-row.ts';
import { operatorAppend } from './events/operators.ts';
import { readEvent } from './events/read-event.ts';
import { retentionOf } from './events/retention.ts';
import { operatorTenant } from './events/tenants.ts';
import { neverLogged } from './never-logged.ts';

/**
 * What the catalogue says to one service: which events it writes and how long they are kept, how it reads those of any, and
 * which consumers it has, what operators do there, and what no line of the log may hold.
 */
export function eventRulesOf(service: CatalogEntry['producer']) {
  return {
    check: checkEventsOf(service),
    read: readEvent,
    checkConsumers: checkConsumersOf(service),
    retention: retentionOf(service),
    operators: { tenant: operatorTenant, append: operatorAppend },
    neverLogged,
  };
}
