import { z } from 'zod';
import { entered, envelope, textOrNone } from './fields.ts';
import { metadataObject } from './metadata.ts';

const solution = textOrNone.meta({ description: 'A solved challenge. See `/api/v2/altcha/challenge`.' });

/** POST /feedback and /api/v2/feedback. Source: REST contract 8. */
export const feedbackForm = z.object({
  msg: entered.meta({ description: 'The message; cut after 999 characters.', example: 'Thank you!' }),
  authenticity_payload: solution,
});

export const feedbackAnswer = z.strictObject({
  ...envelope,
  record: z.strictObject({}),
  details: z.strictObject({ message: z.literal('Message received. Send as much as you like!') }),
});

/** POST /incoming and /api/v2/incoming. Source: REST contract 8. */
export const incomingForm = z.object({
  secret: entered.meta({ description: 'The text for the support desk.', example: 'tea at 5?' }),
  ticketno: entered.meta({ description: 'The number of the ticket.', example: 'AB123' }),
  authenticity_payload: solution,
});

export const incomingAnswer = z.strictObject({
  ...envelope,
  record: z.strictObject({ metadata: metadataObject }),
  details: z.strictObject({ ticketno: z.string(), recipient_safe: z.array(z.string()) }),
});
export type IncomingAnswer = z.infer<typeof incomingAnswer>;
