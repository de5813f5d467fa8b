import type { NewEvent } from '@onceover/event-store';
import type { MailEnvelope } from '@onceover/schema/internal/mail-envelope';
import type { DeliveryRow, NewSecret } from '../secret/secret-writes.ts';

/** Seals emails so that only the notifications service can read them. */
export interface MailSealer {
  /** Fetches the current key unless it is known. Throws `OutageError` when it cannot be fetched. */
  ready(): Promise<SealEnvelope>;
}
export type SealEnvelope = (deliveryId: string, envelope: MailEnvelope) => { sealed: Buffer; keyId: string };

/**
 * Emails that are requested: from an account, to an address, to the support desk, or to it by one sender. Subjects are kept
 * as keyed hashes.
 */
export interface MailUse {
  readonly subject: `${'account' | 'recipient' | 'inbox' | 'sender'}:${string}`;
  readonly count: number;
  readonly limit: number;
  readonly windowSeconds: number;
}

/** Counts emails before they are requested. */
export interface MailQuota {
  /** All or nothing. */
  reserve(
    uses: readonly MailUse[],
  ): Promise<
    | { readonly kind: 'reserved'; readonly id: string }
    | { readonly kind: 'reached'; readonly retryAfterSeconds: number }
  >;
  /** For emails that were not requested after all. */
  giveBack(id: string): Promise<void>;
}

export interface DeliveryEnvelopes {
  /** Null when the secret has ended, or the email was sent or is too late. */
  claim(deliveryId: string): Promise<{ readonly sealed: Buffer; readonly keyId: string } | null>;
  /** Does nothing for unknown ones. */
  forget(deliveryId: string): Promise<void>;
}

/** What an email says that is known only once the secret is made. */
export interface ShareLink {
  /** On the site host, or on the custom one. */
  readonly path: string;
  readonly hasPassphrase: boolean;
  readonly expiresAt: string;
}

export interface Mail {
  readonly deliveryId: string;
  readonly envelope: (link: ShareLink) => MailEnvelope;
  /** The event that requests it; carries the delivery id and nothing personal. */
  readonly event: (secretId: string) => NewEvent;
}

/** The emails of one secret, counted, and the means to seal them. */
export interface Mailing {
  readonly mails: readonly Mail[];
  /** Their recipients, obscured, joined by a comma. */
  readonly obscured: string;
  readonly seal: SealEnvelope;
  giveBack(): Promise<void>;
}

export interface MailPorts {
  readonly mailSealer: MailSealer;
  readonly mailQuota: MailQuota;
}

/** Longest life of a sealed email: the private key that opens it is destroyed after that time. */
const envelopeMs = 7 * 86_400_000;

/** The emails of a secret as they are stored, sealed with the link in them. */
export function deliveryRows(
  { mails, seal }: Mailing,
  { keys, binding }: Pick<NewSecret, 'keys' | 'binding'>,
): DeliveryRow[] {
  const { createdAt, expiresAt, hasPassphrase } = binding;
  const link = { path: `/secret/${keys.secretKey}`, hasPassphrase, expiresAt: expiresAt.toISOString() };
  const sealedUntil = new Date(Math.min(expiresAt.getTime(), createdAt.getTime() + envelopeMs));
  return mails.map(({ deliveryId, envelope }) => {
    return { deliveryId, ...seal(deliveryId, envelope(link)), expiresAt: sealedUntil };
  });
}
