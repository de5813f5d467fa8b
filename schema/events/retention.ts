import { catalog } from './catalog.ts';
import type { CatalogEntry } from './event-row.ts';

/** How long an executed command is recognised: longer than anybody retries one. */
const COMMAND_DAYS = 30;

/**
 * How long a service's log keeps what has ended, in days, and who must have read it before it goes: every consumer that the
 * catalogue names, whose tables are in the schema of its service.
 */
export function retentionOf(service: CatalogEntry['producer']) {
  const own = catalog.filter(({ producer }) => producer === service);
  const names = new Set(own.flatMap(({ consumers }) => consumers));
  return {
    commandDays: COMMAND_DAYS,
    streamDays: Math.max(...own.map(({ retentionDays }) => retentionDays)),
    listeners: [...names].sort().map((consumer) => ({ consumer, schema: consumer.slice(0, consumer.indexOf('.')) })),
  };
}

/** The services that hear a service's log, itself left out. */
export function listenersOf(service: CatalogEntry['producer']): readonly string[] {
  const hearing = retentionOf(service).listeners.map(({ schema }) => schema);
  return [...new Set(hearing)].filter((name) => name !== service);
}

/** The types that end a stream in a service's log. */
export function endingsOf(service: CatalogEntry['producer']): readonly string[] {
  return catalog.filter(({ producer, isTerminal }) => producer === service && isTerminal).map(({ type }) => type);
}
