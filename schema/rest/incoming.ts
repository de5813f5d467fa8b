import { z } from 'zod';
import { entered, envelope } from './fields.ts';
import { metadataObject } from './metadata-object.ts';

/** POST /incoming and /api/v2/incoming. Source: REST contract 8. */
export const incomingForm = z.object({ secret: entered, ticketno: entered });
export type IncomingForm = z.infer<typeof incomingForm>;

export const incomingAnswer = z.strictObject({
  ...envelope,
  record: z.strictObject({ metadata: metadataObject }),
  details: z.strictObject({ ticketno: z.string(), recipient_safe: z.array(z.string()) }),
});
export type IncomingAnswer = z.infer<typeof incomingAnswer>;
