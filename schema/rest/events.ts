import { z } from 'zod';
import { cloudEvent } from '../events/cloud-event.ts';

/** What a question may ask for: how many events, and how many seconds to wait where there is none. */
export const eventsBounds = {
  limit: { least: 1, most: 200, default: 100 },
  wait: { least: 0, most: 30, default: 0 },
} as const;

/** GET /api/v2/events: the position seen last, how many at most, how many seconds to wait for one, and which types. */
export const eventsForm = z.object({
  after: z
    .string()
    .optional()
    .meta({ description: '`next` of the answer before. Without it, from the oldest event that is kept.' }),
  limit: z.string().optional().meta({ description: 'How many events at most, from 1 to 200; usually 100.' }),
  wait: z
    .string()
    .optional()
    .meta({ description: 'How many seconds to wait where there is none, from 0 to 30; usually 0.' }),
  types: z
    .string()
    .optional()
    .meta({ description: 'Only these types, with commas between several, such as `io.onceover.secret.received`.' }),
});

/** GET /api/v2/events, as JSON; as NDJSON each event is a line. Source: events 9. */
export const eventsAnswer = z.strictObject({
  success: z.literal(true),
  events: z.array(cloudEvent),
  /** The position with which to go on. */
  next: z.string(),
  has_more: z.boolean(),
});
