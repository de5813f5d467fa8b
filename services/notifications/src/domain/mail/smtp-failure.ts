import { saysNoSuchAddress } from './enhanced-status.ts';

/** What a mail server said, or what happened on the way to it. */
export interface SmtpFailure {
  /** Of our library: `ECONNECTION`, `EAUTH`, `EABORT` … */
  readonly code?: string | undefined;
  /** The server's three digits. */
  readonly responseCode?: number | undefined;
  /** What we had asked when it said so: `RCPT TO`, `DATA` … */
  readonly command?: string | undefined;
  readonly response?: string | undefined;
}

/** What a failure means for the email. `reasonCode` is one of a few words and quotes nothing. */
export interface Rejection {
  /** Trying again would change nothing. */
  readonly isPermanent: boolean;
  /** There is no such address, so that no other email will reach it. */
  readonly isHardBounce: boolean;
  readonly reasonCode: string;
}

/** About this email; anything else, such as a refused login, is about our settings and may be put right. */
const ABOUT_THE_MAIL = new Set(['MAIL FROM', 'RCPT TO', 'DATA']);
const AUTHENTICATION_REQUIRED = 530;
const NO_SUCH_MAILBOX = new Set([550, 551, 553]);

/**
 * Permanent is a `5xx` about the email itself. A hard bounce is a recipient refused because the address does not exist:
 * said by the enhanced code where there is one, as `550` alone also means "I do not want this".
 */
export function judge(failure: SmtpFailure): Rejection {
  const { code, responseCode, command, response } = failure;
  if (responseCode === undefined) {
    return { isPermanent: false, isHardBounce: false, reasonCode: WORDS.get(code ?? '') ?? 'connection' };
  }
  const isPermanent =
    responseCode >= 500 &&
    responseCode !== AUTHENTICATION_REQUIRED &&
    command !== undefined &&
    ABOUT_THE_MAIL.has(command);
  const enhanced = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})(?:\s|$)/.exec(response ?? '')?.[1];
  const isAddress = enhanced === undefined ? NO_SUCH_MAILBOX.has(responseCode) : saysNoSuchAddress(enhanced);
  return {
    isPermanent,
    isHardBounce: isPermanent && command === 'RCPT TO' && isAddress,
    reasonCode: `smtp-${responseCode}`,
  };
}

const WORDS: ReadonlyMap<string, string> = new Map([
  ['ETIMEDOUT', 'timeout'],
  ['EABORT', 'timeout'],
  ['EDNS', 'dns'],
  ['ETLS', 'tls'],
  ['EAUTH', 'authentication'],
]);
