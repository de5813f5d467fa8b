import type { IncomingSubmitted } from '@onceover/schema/events/secrets/incoming-submitted.v1';
import type { SecretDeliveryRequested } from '@onceover/schema/events/secrets/secret-delivery-requested.v1';

/** A mail with the share link is wanted; recorded with the secret itself. */
export function deliveryRequested(deliveryId: string): SecretDeliveryRequested {
  return { type: 'secret.delivery_requested', schemaVersion: 1, data: { deliveryId, channel: 'mail' } };
}

/** A secret came in for the support desk, and its mail is wanted. */
export function incomingSubmitted(incomingId: string, secretId: string, deliveryId: string): IncomingSubmitted {
  return { type: 'incoming.submitted', schemaVersion: 1, data: { incomingId, secretId, inboxRef: null, deliveryId } };
}
