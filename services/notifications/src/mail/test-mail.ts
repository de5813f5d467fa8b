import { htmlMail } from './html-mail.ts';
import type { MailContent } from './mail-content.ts';
import type { RenderedMail } from './rendered-mail.ts';
import { textMail } from './text-mail.ts';

/** An email to an operator who wants to see one arrive. It has no link and no secret, and is in English. */
export function testMail({
  deliveryId,
  to,
  site,
}: {
  readonly deliveryId: string;
  readonly to: string;
  readonly site: string;
}): RenderedMail {
  const content: MailContent = {
    subject: 'A test email from Onceover',
    blocks: [
      { kind: 'text', text: `Somebody who runs ${site} asked for this email, to see whether emails arrive.` },
      { kind: 'note', text: 'There is nothing to do. Look whether it came into the inbox, or was taken for spam.' },
    ],
    footer: `Sent by ${site}`,
    linkHint: '',
    language: 'en',
    direction: 'ltr',
  };
  return {
    deliveryId,
    to,
    subject: content.subject,
    text: textMail(content),
    html: htmlMail(content),
    language: content.language,
  };
}
