import type { IncomingSubmitted, SecretDeliveryRequested } from '@onceover/schema/events/secrets';

/**
 * How many emails may be requested within a sliding window.
 *
 * Source  REST contract 1.7; security 5.8; how many an account has per day is its plan's
 */
export const mailQuotas = {
  accountWindowSeconds: 86_400,
  perAddress: 5,
  addressWindowSeconds: 3600,
  /** To the support desk one by one, whoever sends them; what comes beyond that waits for a digest. */
  perInbox: 60,
  /** Of these for one account, or for the visitors of one network; and for those of the networks around it. */
  perSender: 5,
  perNetworkGroup: 20,
  inboxWindowSeconds: 3600,
} as const;

/** An email with the share link is requested; recorded with the secret itself. */
export function deliveryRequested(deliveryId: string): SecretDeliveryRequested {
  return { type: 'secret.delivery_requested', schemaVersion: 1, data: { deliveryId, channel: 'mail' } };
}

/** A secret came in for the support desk, and its email is requested: by itself, or together with others. */
export function incomingSubmitted(about: Omit<IncomingSubmitted['data'], 'inboxRef'>): IncomingSubmitted {
  return { type: 'incoming.submitted', schemaVersion: 1, data: { ...about, inboxRef: null } };
}

/**
 * The network around a network, which usually has one owner: IPv4 /16 of a /24, IPv6 /48 of a /64. Whoever rents a block of
 * addresses has many networks there, and is counted as one.
 *
 * Source  security 5.8
 */
export function networkGroupOf(network: string): string {
  if (network.includes('.')) return `${network.split('.').slice(0, 2).join('.')}.0.0/16`;
  return `${network.split(':').slice(0, 3).join(':')}::/48`;
}
