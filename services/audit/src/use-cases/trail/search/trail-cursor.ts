import { isPosition } from '@onceover/event-store';
import { z } from 'zod';
import type { TrailPlaces } from './search-trail.ts';

const placeSchema = z.object({
  at: z.iso.datetime(),
  id: z.uuid(),
  position: z.string().refine(isPosition),
  isShown: z.boolean(),
});
const placesSchema = z.record(z.string().max(64), z.union([z.literal('ended'), placeSchema]));

/** Where a page ends, as clients hand it back; opaque to them. Null at the end. */
export function cursorOf(places: TrailPlaces | null): string | null {
  return places === null ? null : Buffer.from(JSON.stringify(places)).toString('base64url');
}

/** Undefined for what is no cursor of ours; null for none. */
export function placesFrom(cursor: string | null | undefined): TrailPlaces | null | undefined {
  if (cursor === null || cursor === undefined || cursor === '') return null;
  try {
    return placesSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    return undefined;
  }
}
