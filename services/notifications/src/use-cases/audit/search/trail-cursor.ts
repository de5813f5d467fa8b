import type { Position } from '@onceover/event-store';
import { z } from 'zod';
import type { TrailPlaces } from './search-trail.ts';

const position = z.string().regex(/^\d{5}:\d{20}:\d{19}$/);
const placesSchema = z.object({
  entries: z.object({ at: z.iso.datetime(), id: z.uuid() }).optional(),
  logs: z.record(z.string(), position).optional(),
  ended: z.array(z.string()).optional(),
});

/** Where a page ends, as clients hand it back; opaque to them. */
export function cursorOf(places: TrailPlaces): string {
  return Buffer.from(JSON.stringify(places)).toString('base64url');
}

/** Undefined for what is no cursor of ours; null for none. */
export function placesFrom(cursor: string | null | undefined): TrailPlaces | null | undefined {
  if (cursor === null || cursor === undefined || cursor === '') return null;
  try {
    const { entries, logs, ended } = placesSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    const read = logs as Readonly<Record<string, Position>> | undefined;
    return { ...(entries && { entries }), ...(read && { logs: read }), ...(ended && { ended }) };
  } catch {
    return undefined;
  }
}
