import { z } from 'zod';
import { type JsonSchema, publicJsonSchema } from '../json-schema.ts';
import { catalog, rowOf } from './catalog.ts';
import { type CatalogEntry, secretIdOf } from './event-row.ts';
import { type FieldClass, fieldClasses } from './field-class.ts';

/** An event as partners know it. */
export interface PartnerEvent {
  /** Its CloudEvents type, such as `io.onceover.secret.received`. A breaking change is a new type, with the suffix `.v2`. */
  readonly type: string;
  readonly row: CatalogEntry;
  /** Exactly the data that partners get: the public fields and those of the owner. Parsing leaves out every other field. */
  readonly data: z.ZodObject;
  /** The public fields alone, which the installation gets of everybody's. */
  readonly publicData: z.ZodObject;
  /** Path of the JSON Schema of `data` on the site; with the origin before it, it is the `dataschema` of the event. */
  readonly schemaPath: string;
}

type Classes = ReadonlySet<FieldClass | undefined>;
const visibleClasses: Classes = new Set(['public', 'tenant']);
const publicClasses: Classes = new Set(['public']);

/** Every event that partners may get: a row of the catalogue names them as its readers. Source: events 6, 7, 9. */
export const partnerEvents: readonly PartnerEvent[] = catalog
  .filter(({ readers }) => readers.includes('partner'))
  .map((row) => {
    const type = `io.onceover.${row.type}${row.schemaVersion === 1 ? '' : `.v${row.schemaVersion}`}`;
    const [data, publicData] = [fieldsOf(row, visibleClasses), fieldsOf(row, publicClasses)];
    return { type, row, data, publicData, schemaPath: `/docs/events/schemas/${type}.json` };
  });

const viewOfRow = new Map(partnerEvents.map((view) => [view.row, view]));

/** The partners' view of an event in its newest version; undefined if they do not get its type. */
export function partnerViewOf(type: string): PartnerEvent | undefined {
  const row = rowOf(type);
  return row && viewOfRow.get(row);
}

/** The JSON Schema of an event's data. Fields may be added to a type, so it allows others. */
export function dataSchemaOf({ type, row, data }: PartnerEvent): JsonSchema {
  return publicJsonSchema(data.meta({ title: type, description: row.summary }));
}

/**
 * What an event is about, for its `subject` and its place in the order: the id of its secret, else that of its stream. Null for
 * an email about no secret: the stream of an email is named after its delivery, which is internal.
 */
export function subjectOf(
  { row }: Pick<PartnerEvent, 'row'>,
  event: { readonly streamId: string; readonly data: object },
): string | null {
  return secretIdOf(row, event) ?? (row.producer === 'notifications' ? null : event.streamId);
}

function fieldsOf({ schema }: CatalogEntry, classes: Classes): z.ZodObject {
  const fields = Object.entries(schema.shape.data.shape);
  return z.object(Object.fromEntries(fields.filter(([, field]) => classes.has(fieldClasses.get(field)?.class))));
}
