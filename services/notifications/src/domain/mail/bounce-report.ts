import type { BounceReason } from '@onceover/schema/events/notifications';
import { saysNoSuchAddress } from './enhanced-status.ts';

/** What a report says of one recipient: the fields of RFC 3464, as they stand there. */
export interface RecipientStatus {
  readonly action: string;
  /** An enhanced status code, such as `5.1.1`. */
  readonly status: string;
  /** The server's answer, behind `smtp;`. */
  readonly diagnostic: string;
  /** The addresses it names: the one that was tried last, and the one that the email had at first. */
  readonly addresses: readonly string[];
}

export interface Failure {
  readonly reason: BounceReason;
  readonly addresses: readonly string[];
}

/**
 * Of the recipients of a report the one whose email came back; a missing mailbox before anything else. Null if it is only
 * late, or arrived. `failed` is final whatever the code says: servers that have tried for days end with 4.4.x.
 *
 * Source  RFC 3464, 2.3.3
 */
export function failureIn(recipients: readonly RecipientStatus[]): Failure | null {
  const failures = recipients
    .filter(({ action }) => action.toLowerCase() === 'failed')
    .map((recipient) => ({ reason: reasonOf(recipient), addresses: recipient.addresses }));
  return failures.find(({ reason }) => meansNoAddress(reason)) ?? failures[0] ?? null;
}

/** Whether other emails would come back for the same reason: only what is about the address itself. */
export function meansNoAddress(reason: BounceReason): boolean {
  return reason === 'no-such-mailbox';
}

function reasonOf(recipient: RecipientStatus): BounceReason {
  const status = statusOf(recipient);
  if (saysNoSuchAddress(status)) return 'no-such-mailbox';
  const detail = DETAILS.get(status.slice(2));
  if (detail !== undefined) return detail;
  if (status.startsWith('4.') || /^5\.4\./.test(status)) return 'not-reachable';
  return /^5\.[67]\./.test(status) ? 'refused' : 'other';
}

const DETAILS: ReadonlyMap<string, BounceReason> = new Map([
  ['2.1', 'mailbox-disabled'],
  ['2.2', 'mailbox-full'],
  ['2.3', 'too-large'],
  ['3.4', 'too-large'],
]);

/** Some servers, such as Exim, always write 5.0.0: then the code in the answer that they quote says more. */
function statusOf({ status, diagnostic }: RecipientStatus): string {
  const code = /^[245]\.\d{1,3}\.\d{1,3}/.exec(status)?.[0] ?? '5.0.0';
  if (!code.endsWith('.0.0')) return code;
  return /^(?:\d{3}[ -])?([45]\.\d{1,3}\.\d{1,3})(?:\s|$)/.exec(diagnostic)?.[1] ?? code;
}
