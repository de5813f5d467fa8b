import { z } from 'zod';

/**
 * Who may see a field of an event: any authorised partner (`public`), the owner only (`tenant`), the owner only if it names
 * the owner (`own`), or nobody outside our services (`internal`). There is no class for personal data: it is never in an
 * event.
 */
export type FieldClass = 'public' | 'tenant' | 'own' | 'internal';

/** Field classes of every event's data and meta, read by the lint and by whoever redacts an event for a partner. */
export const fieldClasses = z.registry<{ class: FieldClass }>();

/** Marks one field of an event with its class. */
export function classed<T extends z.ZodType>(fieldClass: FieldClass, schema: T): T {
  fieldClasses.add(schema, { class: fieldClass });
  return schema;
}
