import { WrittenByNewerVersion } from '@onceover/service-kit/errors';
import { everyVersion } from './catalog.ts';
import { eventMetaSchema } from './envelope.ts';
import type { CatalogEntry, EventData } from './event-row.ts';
import { refuseUnlessValid } from './refuse-invalid.ts';

/** What reading checks; the rest of an event stays as it is. */
export interface StoredEvent {
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: object;
  readonly meta: object;
  /** The log that it is in, where that is known. */
  readonly source?: string;
}

interface Version {
  readonly entry: CatalogEntry;
  /** The logs that have it. */
  readonly producers: ReadonlySet<string>;
  /** The version after it, if there is one. */
  readonly next?: Version;
}

/**
 * Reads events of any service for handlers, which then need not check twice: an old version is brought up to the
 * newest, and the event fits that one's schema. Fields that the schema does not name are left out.
 *
 * Refuses  TypeError: the catalogue does not list the type and version, or not for this log, or the event is not as its schema
 *          says; it names types and fields, never values
 *          WrittenByNewerVersion: it lists older versions of the type
 */
export function readEventsBy(entries: readonly CatalogEntry[]): <Event extends StoredEvent>(event: Event) => Event {
  const versions = new Map<string, Version>();
  for (const entry of entries.toSorted((left, right) => right.schemaVersion - left.schemaVersion)) {
    const name = `${entry.type} ${entry.schemaVersion}`;
    const next = versions.get(`${entry.type} ${entry.schemaVersion + 1}`);
    const producers = new Set([...(versions.get(name)?.producers ?? []), entry.producer]);
    versions.set(name, { entry, producers, ...(next !== undefined && { next }) });
  }
  return (event) => {
    const name = `${event.type} ${event.schemaVersion}`;
    const found = versions.get(name);
    if (found === undefined) throw unreadable(name, isNewer(event, versions));
    if (event.source !== undefined && !found.producers.has(event.source))
      throw new TypeError(`${name} cannot be read: the log that it is in has no such events`);
    const { data, entry } = newest(found, event.data as EventData);
    return {
      ...event,
      schemaVersion: entry.schemaVersion,
      data: refuseUnlessValid(entry.schema.shape.data, data, name),
      meta: refuseUnlessValid(eventMetaSchema, event.meta, name),
    };
  };
}

/** Services are updated one after the other, so whoever reads may know less than whoever has written. */
function isNewer({ type, schemaVersion }: StoredEvent, versions: ReadonlyMap<string, Version>): boolean {
  return schemaVersion > 1 && versions.has(`${type} 1`);
}

function unreadable(name: string, isNewerVersion: boolean): Error {
  if (!isNewerVersion) return new TypeError(`${name} cannot be read: the catalogue does not list it`);
  return new WrittenByNewerVersion(
    `${name} cannot be read: a newer version of this software has written it; update this process, and it goes on by itself`,
  );
}

/** Reads events as the catalogue says. */
export const readEvent = readEventsBy(everyVersion);

function newest(version: Version, stored: EventData): { readonly data: EventData; readonly entry: CatalogEntry } {
  let { entry, next } = version;
  let data = stored;
  while (next !== undefined) {
    ({ entry, next = undefined } = next);
    if (entry.upcast === undefined)
      throw new TypeError(`${entry.type} ${entry.schemaVersion} says nothing of the version before`);
    data = entry.upcast(data);
  }
  return { data, entry };
}
