import type { EventFilter, RecordedEvent } from '../types.ts';

/** Whether the filter lets an event through. */
export function wants({ types, tenantsOnly = false }: EventFilter, { type, tenantRef }: RecordedEvent): boolean {
  return (types === undefined || types.includes(type)) && !(tenantsOnly && tenantRef === null);
}
