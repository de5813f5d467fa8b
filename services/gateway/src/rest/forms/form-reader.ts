import type { z } from 'zod';
import { badPayload } from '../../http/api-error.ts';
import { Form } from './form.ts';

/** Turns a form into the typed fields of one row. Unknown fields are left alone. */
export type FormReader<F> = (form: Form) => F;

/**
 * A reader for a row's form schema. It finds out once which fields of the schema are lists.
 * An object in place of a text is refused: treating it as absent could drop a passphrase. `otherNames` are names under
 * which a text may come too; a field's own name is stronger.
 */
export function formReader<S extends z.ZodObject>(
  schema: S,
  otherNames: Readonly<Record<string, string>> = {},
): FormReader<z.infer<S>> {
  const names = Object.keys(schema.shape);
  const lists = new Set(names.filter((name) => (schema.shape[name] as z.ZodType).safeParse([]).success));
  return (form) => {
    const fields: Record<string, unknown> = {};
    for (const name of names) {
      const other = otherNames[name];
      if (form.isObject(name) || (other !== undefined && form.isObject(other))) throw badPayload();
      if (lists.has(name)) fields[name] = form.list(name);
      else fields[name] = form.text(name) ?? (other === undefined ? undefined : form.text(other));
    }
    return schema.parse(fields);
  };
}

/**
 * A reader for fields within an object of the body, such as `{"secret":{"ttl":60}}` or `secret[ttl]=60`. What the object lacks is read
 * beside it, so that no passphrase is lost to a wrong place. A text in place of the object is refused.
 */
export function nestedReader<S extends z.ZodObject>(name: string, schema: S): FormReader<z.infer<S>> {
  const read = formReader(schema);
  return (form) => {
    const isText = form.text(name) !== undefined;
    const object = form.object(name);
    if (isText || (form.isObject(name) && object === undefined)) throw badPayload();
    return read(object === undefined ? form : new Form().override(form).without(name).override(object));
  };
}
