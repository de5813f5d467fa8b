import { envelopeContext, type MailEnvelope, mailEnvelope } from '@onceover/schema/internal/mail-envelope';
import { wipe } from '@onceover/service-kit/crypto';
import { MAX_ATTEMPTS } from '../../domain/mail/backoff.ts';
import { renderMail } from '../../mail/render-mail.ts';
import type { RenderedMail } from '../../mail/rendered-mail.ts';
import type { Envelopes, SealingKeys, TakenMail } from './ports.ts';
import { failed, type Outcome } from './settle-mail.ts';

export interface OpenPorts {
  readonly envelopes: Envelopes;
  readonly sealingKeys: SealingKeys;
  /** Such as `https://onceover.example`. Throws `OutageError` while the site is not up. */
  siteOrigin(): string;
}

export interface OpenedMail {
  readonly kind: 'opened';
  readonly mail: RenderedMail;
  readonly envelope: MailEnvelope;
}

/**
 * Fetches the envelope of an email from its owner, opens it, and writes the email. Else how it has ended: with what it was
 * about, because nobody can read it, or after tries that were all cut short, as an email that crashes the process must not do
 * so for ever. Throws `OutageError`.
 */
export async function openMail(ports: OpenPorts, taken: TakenMail): Promise<OpenedMail | Outcome> {
  const { deliveryId, template, requestedBy, attempt } = taken;
  if (attempt > MAX_ATTEMPTS) return failed('interrupted');
  const claimed = await ports.envelopes.claim(requestedBy, deliveryId);
  if (claimed === null) return { kind: 'ended', end: 'suppressed', reasonCode: 'gone' };
  const opened = await ports.sealingKeys.open(claimed.keyId, claimed.sealed, envelopeContext(deliveryId));
  if (opened === null) return failed('unreadable-envelope');
  const envelope = read(opened);
  wipe(opened);
  if (envelope?.template !== template) return failed('bad-envelope');
  const mail = renderMail(envelope, { deliveryId, siteOrigin: ports.siteOrigin() });
  return mail === null ? failed('bad-envelope') : { kind: 'opened', mail, envelope };
}

function read(bytes: Buffer): MailEnvelope | null {
  try {
    return mailEnvelope.parse(JSON.parse(bytes.toString('utf8')));
  } catch {
    return null; // its message would quote the envelope
  }
}
