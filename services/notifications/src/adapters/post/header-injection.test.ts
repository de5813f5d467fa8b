import type { MailEnvelope } from '@onceover/schema/internal/mail-envelope';
import { parseMail } from '@onceover/testing/mailbox';
import { createTransport } from 'nodemailer';
import { describe, expect, test } from 'vitest';
import { renderMail } from '../../mail/render-mail.ts';
import { envelopes, place } from '../../test-support/envelopes.ts';
import { messageOf } from './message.ts';

const evil = 'evil@attacker.test';

/** What has been tried on mail headers, envelopes and MIME parts; each stands alone and behind something harmless. */
const attacks: readonly string[] = [
  `\r\nBcc: ${evil}`,
  `\nBcc: ${evil}`,
  `\rBcc: ${evil}`,
  `\r\n\r\nBcc: ${evil}`,
  `\u0085Bcc: ${evil}`,
  `\u2028Bcc: ${evil}`,
  `\u2029Bcc: ${evil}`,
  `\u000bBcc: ${evil}`,
  `\u000cBcc: ${evil}`,
  `\u0000Bcc: ${evil}`,
  `%0d%0aBcc:${evil}`,
  `\\r\\nBcc: ${evil}`,
  `\r\n Bcc: ${evil}`,
  `\r\n\tBcc: ${evil}`,
  `=?utf-8?Q?=0D=0ABcc:_${evil}?=`,
  `=?utf-8?B?DQpCY2M6IGV2aWxAYXR0YWNrZXIudGVzdA==?=`,
  `\r\nContent-Type: text/html\r\n\r\n<script>1</script>`,
  `\r\n.\r\nMAIL FROM:<${evil}>`,
  `>\r\nRCPT TO:<${evil}`,
  `, ${evil}`,
  `; ${evil}`,
  ` <${evil}>`,
  `"${evil}" x`,
  `(${evil})`,
  `:${evil};`,
  `@attacker.test:x`,
  `\u202e${evil}\u202c`,
  `\u2066\u2069\u200f`,
  `${'a'.repeat(2000)}`,
  `\ud800\udfff\udc00`,
  `${'\u0301'.repeat(300)}`,
];

const positions: Readonly<Record<string, (value: string) => MailEnvelope>> = {
  address: (value) => ({ ...envelopes['secret-link'], address: `reader@example.test${value}` }),
  'start of the address': (value) => ({ ...envelopes['secret-link'], address: `${value}reader@example.test` }),
  sender: (value) => ({ ...envelopes['secret-link'], sender: `writer@example.test${value}` }),
  ticket: (value) => ({ ...envelopes.incoming, ticketNumber: `A-42${value}` }),
  path: (value) => ({ ...envelopes['password-reset'], path: `/forgot/key${value}` }),
  host: (value) => ({ ...envelopes['secret-link'], host: `links.example.test${value}` }),
};

const from = { name: 'Onceover', address: 'no-reply@onceover.test' };
const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
const headers = [
  'auto-submitted',
  'content-language',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'subject',
  'to',
  'x-auto-response-suppress',
];

async function received(envelope: MailEnvelope) {
  const mail = renderMail(envelope, place);
  if (mail === null) return null;
  const { message, envelope: route } = await composer.sendMail(messageOf(mail, from));
  return { route, parsed: await parseMail(message as Buffer) };
}

describe.each(Object.entries(positions))('in the %s', (_name, envelopeWith) => {
  test.each(attacks)('%j adds no header, no reader and no part', async (attack) => {
    const mail = await received(envelopeWith(attack));
    if (mail === null) return; // not an email at all: given up at once
    const { route, parsed } = mail;
    expect(route.from).toBe(from.address);
    expect(route.to).toHaveLength(1);
    expect(route.to.join()).toMatch(/^(reader|desk|[^@\s,;<>"()]*reader)@example\.test$/);
    expect(parsed.to).toBe(route.to.join());
    expect(Object.keys(parsed.headers).sort()).toEqual(headers);
    expect(Array.from(parsed.subject).length).toBeLessThanOrEqual(100);
    expect(parsed.subject).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e]/u);
    expect(parsed.html).not.toMatch(/<script/);
    for (const [address] of parsed.text.matchAll(/^https:.*$/gm)) {
      expect(address).toMatch(/^https:\/\/(onceover|links\.example)\.test\//);
    }
  });
});

test('the harmless email in each position is one', async () => {
  for (const envelopeWith of Object.values(positions)) expect(await received(envelopeWith(''))).not.toBeNull();
});

test('what looks like an encoded word is not decoded', async () => {
  const sender = '=?utf-8?Q?=0D=0ABcc:_evil@attacker.test?=';
  const mail = await received({ ...envelopes['secret-link'], sender });
  expect(mail?.parsed.subject).toBe(`${sender.replace('=?', '= ?')} sent you a secret`);
});
