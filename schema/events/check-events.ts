import { z } from 'zod';
import { catalog } from './catalog.ts';
import { eventMetaSchema } from './envelope.ts';
import type { CatalogEntry } from './event-row.ts';
import { refuseUnlessValid } from './refuse-invalid.ts';

/** Events that are about to be added to one stream. */
export interface AppendedEvents {
  readonly events: readonly { readonly type: string; readonly schemaVersion: number; readonly data: object }[];
  /** The last of them ends the stream. */
  readonly closes?: boolean;
}

const strictMeta = strictly(eventMetaSchema);

/**
 * The check that every event of a service passes before it is written: the catalogue knows its type and version, and it is
 * exactly as its schema says, without a field more. What ends a stream comes last and closes it.
 *
 * It costs less than a microsecond per event, because zod compiles each schema when it is first used. So secrets are
 * checked where they are written as well.
 *
 * Refuses  TypeError: names types, fields and rules, never values
 */
export function checkEventsOf(producer: CatalogEntry['producer']): (append: AppendedEvents, meta: object) => void {
  const own = catalog.filter((entry) => entry.producer === producer);
  const writable = new Map(
    own.map((entry) => [nameOf(entry), { data: strictly(entry.schema.shape.data), isTerminal: entry.isTerminal }]),
  );
  return ({ events, closes = false }, meta) => {
    refuseUnlessValid(strictMeta, meta, 'the meta of an event');
    for (const [index, event] of events.entries()) {
      const name = nameOf(event);
      const found = writable.get(name);
      if (found === undefined)
        throw new TypeError(`${producer} does not write ${name}: the catalogue does not list it`);
      refuseUnlessValid(found.data, event.data, name);
      if (found.isTerminal && !(closes && index === events.length - 1)) {
        throw new TypeError(`${name} ends its stream: it comes last and closes it`);
      }
    }
  };
}

function nameOf({ type, schemaVersion }: { readonly type: string; readonly schemaVersion: number }): string {
  return `${type} ${schemaVersion}`;
}

/** The same object, and what is in it, without fields that the schema does not name. */
function strictly(schema: z.ZodObject): z.ZodObject {
  const fields = Object.entries(schema.shape).map(([name, field]) => {
    return [name, field instanceof z.ZodObject ? strictly(field) : field] as const;
  });
  return z.strictObject(Object.fromEntries(fields));
}
