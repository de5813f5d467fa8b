import { envelopeContext, type MailEnvelope, mailEnvelope } from '@onceover/schema/internal/mail-envelope';
import { wipe } from '@onceover/service-kit/crypto';
import { renderMail } from '../../mail/render-mail.ts';
import type { RenderedMail } from '../../mail/rendered-mail.ts';
import type { Envelopes, SealingKeys, TakenMail } from './ports.ts';

export interface OpenPorts {
  readonly envelopes: Envelopes;
  readonly sealingKeys: SealingKeys;
  /** Such as `https://onceover.example`. Throws `OutageError` while the site is not up. */
  siteOrigin(): string;
}

export type OpenedMail =
  | { readonly kind: 'mail'; readonly mail: RenderedMail; readonly envelope: MailEnvelope }
  /** What the email was about has ended. */
  | { readonly kind: 'gone'; readonly reasonCode: string }
  /** Nobody can read it, or it is nothing that can be sent. */
  | { readonly kind: 'unusable'; readonly reasonCode: string };

/** Fetches the envelope of an email from its owner, opens it, and writes the email. Throws `OutageError`. */
export async function openMail(
  ports: OpenPorts,
  { deliveryId, template, requestedBy }: TakenMail,
): Promise<OpenedMail> {
  const claimed = await ports.envelopes.claim(requestedBy, deliveryId);
  if (claimed.kind === 'gone') return { kind: 'gone', reasonCode: 'gone' };
  const { keyId, sealed } = claimed;
  const opened = await ports.sealingKeys.open(keyId, sealed, envelopeContext(deliveryId));
  if (opened === null) return { kind: 'unusable', reasonCode: 'unreadable-envelope' };
  const envelope = read(opened);
  wipe(opened);
  if (envelope?.template !== template) return { kind: 'unusable', reasonCode: 'bad-envelope' };
  const mail = renderMail(envelope, { deliveryId, siteOrigin: ports.siteOrigin() });
  return mail === null ? { kind: 'unusable', reasonCode: 'bad-envelope' } : { kind: 'mail', mail, envelope };
}

function read(bytes: Buffer): MailEnvelope | null {
  try {
    return mailEnvelope.parse(JSON.parse(bytes.toString('utf8')));
  } catch {
    return null; // its message would quote the envelope
  }
}
