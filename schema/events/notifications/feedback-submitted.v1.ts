import { z } from 'zod';
import { envelopeOf } from '../envelope.ts';
import { classed } from '../field-class.ts';

/** Somebody said something; the text is in a table, for 90 days. */
export const feedbackSubmittedData = z.object({
  feedbackId: classed('internal', z.uuid()),
});

export const feedbackSubmittedV1 = envelopeOf('feedback.submitted', 1, feedbackSubmittedData);

export interface FeedbackSubmitted {
  readonly type: 'feedback.submitted';
  readonly schemaVersion: 1;
  readonly data: Readonly<z.infer<typeof feedbackSubmittedData>>;
}
