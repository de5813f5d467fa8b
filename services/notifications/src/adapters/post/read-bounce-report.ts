import PostalMime, { type Attachment, type Email } from 'postal-mime';
import type { RecipientStatus } from '../../domain/mail/bounce-report.ts';
import type { BounceReport } from '../../use-cases/mail/ports.ts';

const STATUSES = new Set(['message/delivery-status', 'message/global-delivery-status']);
const ORIGINALS = new Set([
  'message/rfc822',
  'message/global',
  'text/rfc822-headers',
  'message/rfc822-headers',
  'message/global-headers',
]);

const LINE_END = 0x0a;

/** What is in the returned email is of no interest but for its headers, so nothing in it is opened. */
const SHALLOW = { maxRfc822NestingDepth: 0, maxNestingDepth: 16, maxHeadersSize: 65_536 };
const MOST_RECIPIENTS = 100;
/** The parser takes its time for each line, and anybody can write to the address that reports go to. */
const MOST_LINES = 10_000;
const OUR_MESSAGE_ID = /<([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@[^<>\s]+>/i;

/**
 * Reads a delivery status notification. Null for anything else: a note that somebody is away, a forwarded bounce, noise.
 *
 * The id is that of the returned email's headers; where there are none, that of the email which the report answers.
 *
 * Source  RFC 3464, 6522
 */
export async function readBounceReport(message: Uint8Array): Promise<BounceReport | null> {
  if (hasMoreLines(message, MOST_LINES)) return null;
  const report = await parse(message);
  const status = report?.attachments.find(({ mimeType }) => STATUSES.has(mimeType));
  if (report === null || status === undefined || !isReport(report)) return null;
  const [, ...recipients] = groupsOf(textOf(status)).slice(0, MOST_RECIPIENTS + 1);
  const original = report.attachments.find(({ mimeType }) => ORIGINALS.has(mimeType));
  const returned = original === undefined ? null : await parse(`${textOf(original)}\r\n\r\n`);
  return {
    deliveryId: OUR_MESSAGE_ID.exec(returned?.messageId ?? report.inReplyTo ?? '')?.[1]?.toLowerCase() ?? null,
    recipients: await Promise.all(recipients.map(recipientOf)),
  };
}

function hasMoreLines(message: Uint8Array, most: number): boolean {
  let at = -1;
  for (let lines = 0; lines <= most; lines += 1) {
    at = message.indexOf(LINE_END, at + 1);
    if (at === -1) return false;
  }
  return true;
}

function isReport({ headers }: Email): boolean {
  return headers.some(({ key, value }) => key === 'content-type' && /^multipart\/report\s*;/i.test(value.trim()));
}

/** Null for what no parser can read, such as parts in parts without end. */
async function parse(message: Uint8Array | string): Promise<Email | null> {
  return await PostalMime.parse(message, SHALLOW).catch(() => null);
}

function textOf({ content }: Attachment): string {
  return typeof content === 'string' ? content : new TextDecoder().decode(content);
}

/** The fields of the message, then those of each recipient. */
function groupsOf(text: string): readonly string[] {
  return text.split(/\r?\n[ \t]*\r?\n/).filter((group) => group.trim() !== '');
}

async function recipientOf(group: string): Promise<RecipientStatus> {
  const { headers = [] } = (await parse(`${group.trimStart()}\r\n\r\n`)) ?? {};
  const field = (name: string) => headers.find(({ key }) => key === name)?.value.trim() ?? '';
  const behindType = (text: string) => text.slice(text.indexOf(';') + 1).trim();
  return {
    action: field('action'),
    status: field('status'),
    diagnostic: behindType(field('diagnostic-code')),
    addresses: [field('original-recipient'), field('final-recipient')].map(behindType).filter((text) => text !== ''),
  };
}
