import type { CatalogEntry } from './catalog-entry.ts';
import { checkConsumersOf } from './check-consumers.ts';
import { checkEventsOf } from './check-events.ts';
import { readEvent } from './read-event.ts';

/** What the catalogue says to one service: which events it writes, how it reads those of any, and who listens. */
export function eventRulesOf(service: CatalogEntry['producer']) {
  return { check: checkEventsOf(service), read: readEvent, checkConsumers: checkConsumersOf(service) };
}
