import type { SendMailOptions } from 'nodemailer';
import { domainOf, type MailAddress } from '../../mail/mail-from.ts';
import type { RenderedMail } from '../../mail/rendered-mail.ts';

/** An email as our library takes it. The id is the same on every try, so that a copy is seen as one. */
export function messageOf(mail: RenderedMail, from: MailAddress): SendMailOptions {
  return {
    from: { name: from.name, address: from.address },
    to: { name: '', address: mail.to },
    envelope: { from: from.address, to: [mail.to] },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.deliveryId}@${domainOf(from)}>`,
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'Content-Language': mail.language,
    },
  };
}
