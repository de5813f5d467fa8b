import { neverLogged } from '../never-logged.ts';
import { checkConsumersOf } from './check-consumers.ts';
import { checkEventsOf } from './check-events.ts';
import type { CatalogEntry } from './event-row.ts';
import { operatorAppend } from './operators.ts';
import { readEvent } from './read-event.ts';
import { retentionOf } from './retention.ts';
import { operatorTenant } from './tenants.ts';

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
