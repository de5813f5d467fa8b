import { z } from 'zod';

/** A JSON Schema of the dialect 2020-12, as the published documents have it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Formats that zod spells out as a pattern besides; of the two, people read the format. */
const namedFormats: ReadonlySet<unknown> = new Set(['date-time', 'uuid', 'uri']);

/**
 * The JSON Schema of what others send or receive, for documents that they read. What we send may have more members in a later
 * release, so it allows members that it does not name.
 */
export function publicJsonSchema(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, {
    io: 'input',
    override({ jsonSchema }) {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      if (namedFormats.has(jsonSchema.format)) delete jsonSchema.pattern;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      // zod drops the examples of what it transforms; so a field's `meta` says `example`, which it does not know.
      if (jsonSchema.example !== undefined) {
        jsonSchema.examples = [jsonSchema.example];
        delete jsonSchema.example;
      }
    },
  });
}
