import { parseEmailAddress } from '@onceover/schema/email-address';
import type { MailEnvelope } from '@onceover/schema/internal/mail-envelope';
import { ENCODED, fill, fillIsolated, headerLine, plainLine } from './header-text.ts';
import { htmlMail } from './html-mail.ts';
import type { MailContent } from './mail-content.ts';
import type { RenderedMail } from './rendered-mail.ts';
import { siteLinks } from './site-links.ts';
import { contentOf, digestContentOf, type IncomingEnvelope, type Speech } from './templates.ts';
import { textMail } from './text-mail.ts';
import { mailLanguage } from './texts.ts';

export interface MailPlace {
  readonly deliveryId: string;
  /** Such as `https://onceover.example`. */
  readonly siteOrigin: string;
}

/** Writes an email in the language of its reader; null when it could not be sent anyway: a bad address or a bad link. */
export function renderMail(envelope: MailEnvelope, place: MailPlace): RenderedMail | null {
  return render(envelope, place, (speech) => contentOf(envelope, speech));
}

/** Writes one email about several secrets for the support desk, which all go to the same address. Null likewise. */
export function renderDigest(envelopes: readonly IncomingEnvelope[], place: MailPlace): RenderedMail | null {
  const [first] = envelopes;
  return first === undefined ? null : render(first, place, (speech) => digestContentOf(envelopes, speech));
}

function render(
  { address, locale }: Pick<MailEnvelope, 'address' | 'locale'>,
  { deliveryId, siteOrigin }: MailPlace,
  write: (speech: Speech) => MailContent | null,
): RenderedMail | null {
  const links = siteLinks(siteOrigin);
  // The last check before an address meets a mail server.
  const to = parseEmailAddress(address);
  if (links === null || to === null || to.includes(ENCODED)) return null;
  const language = mailLanguage(locale);
  const filled = language.direction === 'rtl' ? fillIsolated : fill;
  const content = write({
    ...language,
    line: (template, values = {}) => headerLine(template, values, filled),
    sentence: (template, values = {}) => filled(template, values, (value) => plainLine(value)),
    date: (iso) => dateText(iso, language.tag),
    links,
  });
  if (content === null) return null;
  const { subject, language: tag } = content;
  return { deliveryId, to, subject, text: textMail(content), html: htmlMail(content), language: tag };
}

/** Western digits everywhere, as on the site; the zone is said, because an email knows no other. */
function dateText(iso: string, tag: string): string {
  return new Intl.DateTimeFormat(`${tag}-u-nu-latn`, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  }).format(new Date(iso));
}
