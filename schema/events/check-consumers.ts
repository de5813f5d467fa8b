import { catalog } from './catalog.ts';
import type { CatalogEntry } from './event-row.ts';

/** A consumer as far as the catalogue names it. */
export interface Listening {
  readonly name: string;
  /** Services whose logs it reads, and the types it handles. */
  readonly sources: readonly string[];
  readonly handles: readonly string[];
}

/**
 * The check that the consumers of a service pass before they start: the catalogue names each of them with every type that it
 * handles, and no other.
 *
 * Refuses  TypeError: says which consumer, which type, and what is missing where
 */
export function checkConsumersOf(service: CatalogEntry['producer']): (definitions: readonly Listening[]) => void {
  return (definitions) => {
    for (const { name, sources, handles } of definitions) {
      for (const type of handles) {
        const entry = catalog.find((each) => each.type === type && sources.includes(each.producer));
        if (entry?.consumers.includes(name)) continue;
        throw new TypeError(`${name} handles ${type}, but the catalogue does not name it there`);
      }
    }
    for (const { type, producer, consumers } of catalog) {
      for (const name of consumers.filter((each) => each.startsWith(`${service}.`))) {
        const definition = definitions.find((each) => each.name === name);
        if (definition?.sources.includes(producer) && definition.handles.includes(type)) continue;
        throw new TypeError(`the catalogue names ${name} for ${type}, but ${service} does not handle it there`);
      }
    }
  };
}
