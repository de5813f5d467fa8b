import type { IncomingSubmitted } from '@onceover/schema/events/secrets/incoming-submitted.v1';
import type { SecretDeliveryRequested } from '@onceover/schema/events/secrets/secret-delivery-requested.v1';

/**
 * How many emails may be requested within a sliding window.
 *
 * Source  REST contract 1.7; how many an account has per day is its plan's
 */
export const mailQuotas = {
  accountWindowSeconds: 86_400,
  perAddress: 5,
  addressWindowSeconds: 3600,
  /** To the support desk, whoever sends them. */
  perInbox: 30,
  inboxWindowSeconds: 3600,
} as const;

/** An email with the share link is requested; recorded with the secret itself. */
export function deliveryRequested(deliveryId: string): SecretDeliveryRequested {
  return { type: 'secret.delivery_requested', schemaVersion: 1, data: { deliveryId, channel: 'mail' } };
}

/** A secret came in for the support desk, and its email is requested. */
export function incomingSubmitted(incomingId: string, secretId: string, deliveryId: string): IncomingSubmitted {
  return { type: 'incoming.submitted', schemaVersion: 1, data: { incomingId, secretId, inboxRef: null, deliveryId } };
}
