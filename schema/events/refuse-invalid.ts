import { z } from 'zod';

/** Returns what `schema` makes of a value. Throws a TypeError that says where it does not fit, but not what is there. */
export function refuseUnlessValid<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  name: string,
): z.infer<Schema> {
  const { success, data, error } = z.safeParse(schema, value);
  if (success) return data;
  throw new TypeError(`${name} is not as its schema says: ${error.issues.map(placeOf).join(', ')}`);
}

function placeOf({ path, code, ...rest }: z.core.$ZodIssue): string {
  const unknown = 'keys' in rest ? ` ${rest.keys.join(' ')}` : '';
  return `${[...path, code].join(' ')}${unknown}`;
}
