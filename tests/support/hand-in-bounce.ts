import type { ReceivedMail } from '@onceover/testing/mailbox';

/** What the tested system lets mail servers in with. */
export const BOUNCE_TOKEN = 'a-token-that-the-mail-server-has';

/** What a mail server writes when the mailbox of an email turns out not to exist; short, and after RFC 3464. */
export function bounceReportOf({ headers, to }: Pick<ReceivedMail, 'headers' | 'to'>): string {
  return [
    'From: MAILER-DAEMON@mail.example.net',
    'To: no-reply@localhost',
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="part"',
    '',
    '--part',
    '',
    `<${to}>: 550 5.1.1 User unknown`,
    '',
    '--part',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mail.example.net',
    '',
    `Final-Recipient: rfc822; ${to}`,
    'Action: failed',
    'Status: 5.1.1',
    '',
    '--part',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: ${headers['message-id']}`,
    `To: ${to}`,
    '',
    '--part--',
    '',
  ].join('\r\n');
}

/** Hands in, as a mail server, that an email came back. */
export async function handInBounce(url: string, mail: Pick<ReceivedMail, 'headers' | 'to'>): Promise<Response> {
  return await fetch(`${url}/hooks/bounces`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${BOUNCE_TOKEN}`, 'Content-Type': 'message/rfc822' },
    body: bounceReportOf(mail),
  });
}
