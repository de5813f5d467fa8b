import type { NewEvent } from '@onceover/event-store';
import type { MailEnvelope } from '@onceover/schema/internal/mail-envelope';
import { MailQuotaReached } from '../../domain/secret/secret-errors.ts';
import type { MailQuota, MailSealer, MailUse, SealEnvelope } from './mail-ports.ts';

/** What a mail says that is known only when the secret is made. */
export interface ShareLink {
  /** On the site host, or on the custom one. */
  readonly path: string;
  readonly hasPassphrase: boolean;
  readonly expiresAt: string;
}

/** One mail with the share link. */
export interface Mail {
  readonly deliveryId: string;
  readonly envelope: (link: ShareLink) => MailEnvelope;
  /** What asks for it in the log; carries the delivery id and nothing personal. */
  readonly event: (secretId: string) => NewEvent;
}

/** The mails of one secret, counted, and the means to seal them. */
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

/**
 * Counts mails before they are wanted. The sealing key comes first, so that nothing is counted while it cannot be had. A
 * process that dies in between leaves them counted until their time is over.
 *
 * Refuses  secret.mail-quota-reached
 */
export async function reserveMailing(
  { mailSealer, mailQuota }: MailPorts,
  uses: readonly MailUse[],
  mails: readonly Mail[],
  obscured: string,
): Promise<Mailing> {
  const seal = await mailSealer.ready();
  const reservation = await mailQuota.reserve(uses);
  if (reservation.kind === 'reached') throw new MailQuotaReached(reservation.retryAfterSeconds);
  return { mails, obscured, seal, giveBack: () => mailQuota.giveBack(reservation.id) };
}
