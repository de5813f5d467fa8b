import { type JsonSchema, publicJsonSchema } from '@onceover/schema/json-schema';
import type { z } from 'zod';

/**
 * The schemas of a document: each that has a name stands once, among its components, and is referred to everywhere else. A
 * name is given in `.meta({ id })`, or where it is added.
 */
export class Schemas {
  readonly #named = new Map<string, JsonSchema>();

  /** What stands for a schema wherever it is used. */
  refer(schema: z.ZodType, name?: string): JsonSchema {
    const { $schema, $defs = {}, ...own } = publicJsonSchema(schema) as Whole;
    for (const [id, definition] of Object.entries($defs)) this.add(id, definition);
    return name === undefined ? inComponents(own) : this.add(name, own);
  }

  /** Adds one with its name. Throws if the name is another's. */
  add(name: string, schema: JsonSchema): JsonSchema {
    const added = inComponents(schema);
    const known = this.#named.get(name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(added))
      throw new Error(`two schemas are called ${name}`);
    this.#named.set(name, added);
    return { $ref: PLACE + name };
  }

  /** All named schemas, by name. */
  components(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries([...this.#named].toSorted(([left], [right]) => (left < right ? -1 : 1)));
  }
}

type Whole = JsonSchema & { readonly $schema?: unknown; readonly $defs?: Readonly<Record<string, JsonSchema>> };

const PLACE = '#/components/schemas/';

/** The same, where definitions are components. */
function inComponents(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', `"${PLACE}`)) as JsonSchema;
}
