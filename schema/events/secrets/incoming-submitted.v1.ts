import { z } from 'zod';
import { envelopeOf } from '../envelope.ts';
import { classed } from '../field-class.ts';

/**
 * A secret for the support desk came in; in the stream of its secret.
 * Ticket and address are in a sealed envelope.
 */
export const incomingSubmittedData = z.object({
  incomingId: classed('tenant', z.uuid()),
  secretId: classed('tenant', z.uuid()),
  inboxRef: classed('tenant', z.uuid().nullable()),
  deliveryId: classed('internal', z.uuid()),
  /** More came in than is emailed one by one: its email leaves together with others. */
  inDigest: classed('internal', z.boolean()),
});

export const incomingSubmittedV1 = envelopeOf('incoming.submitted', 1, incomingSubmittedData);

export interface IncomingSubmitted {
  readonly type: 'incoming.submitted';
  readonly schemaVersion: 1;
  readonly data: Readonly<z.infer<typeof incomingSubmittedData>>;
}
