import { readFileSync } from 'node:fs';

/** What a report is about; a test states only what matters to it. */
export interface Bounced {
  readonly deliveryId: string;
  readonly to: string;
  readonly action?: string;
  readonly status?: string;
  /** Without the type before it. */
  readonly diagnostic?: string;
}

/** What each server writes for a mailbox that does not exist. */
const missing = {
  postfix: { status: '5.1.1', diagnostic: '550 5.1.1 User unknown' },
  exim: { status: '5.0.0', diagnostic: '550 5.1.1 unknown user' },
  exchange: { status: '5.1.10', diagnostic: '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient' },
  gmail: { status: '5.1.1', diagnostic: '550-5.1.1 The email account that you tried to reach does not exist.' },
} as const;

export type MailServer = keyof typeof missing;

export const mailServers = Object.keys(missing) as MailServer[];

/**
 * A report as a mail server writes it, with its fields and parts in their order, after public documentation and samples of
 * Postfix, Exim, Exchange and Gmail. All names are reserved ones.
 */
export function bounceReport(server: MailServer, about: Bounced): string {
  const values: Readonly<Record<string, string>> = {
    action: 'failed',
    ...missing[server],
    ...about,
    id: `<${about.deliveryId}@onceover.test>`,
  };
  const text = readFileSync(new URL(`bounces/${server}.eml`, import.meta.url), 'utf8');
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => values[name] ?? '').replaceAll('\n', '\r\n');
}
