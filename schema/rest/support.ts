import { z } from 'zod';
import { entered, envelope, textOrNone } from './fields.ts';
import { metadataObject } from './metadata.ts';

/** POST /feedback and /api/v2/feedback. Source: REST contract 8. */
export const feedbackForm = z.object({ msg: entered, authenticity_payload: textOrNone });

export const feedbackAnswer = z.strictObject({
  ...envelope,
  record: z.strictObject({}),
  details: z.strictObject({ message: z.literal('Message received. Send as much as you like!') }),
});

/** POST /incoming and /api/v2/incoming. Source: REST contract 8. */
export const incomingForm = z.object({ secret: entered, ticketno: entered, authenticity_payload: textOrNone });

export const incomingAnswer = z.strictObject({
  ...envelope,
  record: z.strictObject({ metadata: metadataObject }),
  details: z.strictObject({ ticketno: z.string(), recipient_safe: z.array(z.string()) }),
});
export type IncomingAnswer = z.infer<typeof incomingAnswer>;
