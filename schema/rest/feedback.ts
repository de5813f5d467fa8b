import { z } from 'zod';
import { entered, envelope, textOrNone } from './fields.ts';

/** POST /feedback and /api/v2/feedback. Source: REST contract 8. */
export const feedbackForm = z.object({ msg: entered, authenticity_payload: textOrNone });
export type FeedbackForm = z.infer<typeof feedbackForm>;

export const feedbackAnswer = z.strictObject({
  ...envelope,
  record: z.strictObject({}),
  details: z.strictObject({ message: z.literal('Message received. Send as much as you like!') }),
});
export type FeedbackAnswer = z.infer<typeof feedbackAnswer>;
