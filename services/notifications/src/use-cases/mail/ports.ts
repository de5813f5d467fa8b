import type { EventMeta } from '@onceover/event-store';
import type { MailTemplate } from '@onceover/schema/events/meaning';
import type { BounceReason } from '@onceover/schema/events/notifications';
import type { operatorAppend } from '@onceover/schema/events/operators';
import type { RecipientStatus } from '../../domain/mail/bounce-report.ts';
import type { Rejection } from '../../domain/mail/smtp-failure.ts';
import type { RenderedMail } from '../../mail/rendered-mail.ts';

export interface WantedMail {
  readonly deliveryId: string;
  /** The event that asked for it. */
  readonly eventId: string;
  readonly template: MailTemplate;
  readonly requestedBy: MailOwner;
  /** The account it is for or about. */
  readonly tenantRef: string | null;
  /** The stream of that event, and its version there. */
  readonly subjectRef: string;
  readonly place: number;
  readonly correlationId: string;
  /** The trace that the request named; null where it named none, and that of the correlation id stands for it. */
  readonly traceparent: string | null;
  /** Waits for others of its kind, and leaves with them in one email. */
  readonly inDigest: boolean;
}

export interface TakenMail extends Omit<WantedMail, 'place'> {
  /** Which try this is, from 1; an operator who has it sent again begins anew. */
  readonly attempt: number;
  /** How often an operator had it sent again after it had failed. */
  readonly round: number;
}

/** An email whose tries are used up, for operators: never to whom. */
export interface FailedMail
  extends Pick<WantedMail, 'deliveryId' | 'template' | 'requestedBy' | 'tenantRef' | 'subjectRef'> {
  readonly attempts: number;
  readonly at: Date;
  /** A word of ours. */
  readonly reason: string;
}

/** How the trail records what an operator does: in whose name, and what. */
export type OperatorRecord = Pick<Parameters<typeof operatorAppend>[1], 'operatorRef' | 'reasonCode'> & {
  readonly meta: EventMeta;
};

export type FailedMailAction = 'send-again' | 'give-up';

/** Emails that have failed and that nobody has given up. */
export interface FailedMails {
  /** Newest first. */
  list(count: number): Promise<readonly FailedMail[]>;
  find(deliveryId: string): Promise<FailedMail | null>;
  /** Does it, with the operator's event in the same commit; false if it is no failed email any more. */
  settle(mail: FailedMail, action: FailedMailAction, by: OperatorRecord): Promise<boolean>;
}

/** The service that keeps the envelope. */
export type MailOwner = 'secrets' | 'accounts';

export interface Mails {
  /** Takes an email that waits, for 60 s; null when it is not due, somebody else has it, or it has ended. */
  take(deliveryId: string): Promise<TakenMail | null>;
  /** Takes those that wait for a digest, too, the oldest first, as long as they fit into one; likewise for 60 s. */
  takeForDigest(): Promise<readonly TakenMail[]>;
  retryLater(mail: TakenMail, restSeconds: number, reasonCode: string): Promise<void>;
  /** Puts an email back as if it had not been taken: it was not its fault. */
  giveBack(mail: TakenMail, restSeconds: number): Promise<void>;
  /** Puts every email to which nothing has happened for too long back to work; returns how many. */
  requeueOverdue(): Promise<number>;
  /** Whether an email is being sent or could be right now. */
  hasDue(): Promise<boolean>;
}

export type MailEnd = 'sent' | 'failed' | 'suppressed';

/**
 * The record of how an email ended: an event, the state, and unless it failed the order to forget its envelope, in one commit.
 */
export interface Endings {
  /** Does nothing when the email has ended already. */
  record(mail: TakenMail, ending: Ending): Promise<void>;
}

export interface Ending {
  readonly end: MailEnd;
  readonly reasonCode: string | null;
  readonly departure?: Departure;
}

/** As which message an email left, and to whom: to know both again when it comes back. Kept without the address. */
export interface Departure {
  /** The delivery id in its `Message-ID`: its own, or that of the digest's oldest entry. */
  readonly messageId: string;
  readonly address: string;
}

export interface BounceReport {
  /** The id in the email's `Message-ID`, if it was one of ours. */
  readonly deliveryId: string | null;
  readonly recipients: readonly RecipientStatus[];
}

/** Reads a whole message; null if it is no bounce report. */
export type ReadBounceReport = (message: Uint8Array) => Promise<BounceReport | null>;

export interface Bounces {
  /** Those that left as one message. */
  find(messageId: string): Promise<readonly PostedMail[]>;
  /**
   * Adds to the stream of an email that was sent that it came back, and suppresses the address, in one commit. False when
   * that was done before.
   */
  record(mail: TakenMail, bounce: Bounce): Promise<boolean>;
}

export interface PostedMail {
  readonly mail: TakenMail;
  /** `over`: it has come back already, or was never sent. */
  readonly stage: 'under-way' | 'sent' | 'over';
  isRecipient(address: string): boolean;
}

export interface Bounce {
  readonly reason: BounceReason;
  /** The address to suppress, if any. */
  readonly suppressed?: string;
}

/** Envelopes of the services that ask for emails. Throws `OutageError` when one cannot be asked. */
export interface Envelopes {
  /** Null when it is gone: what the email was about has ended. */
  claim(owner: MailOwner, deliveryId: string): Promise<{ readonly sealed: Buffer; readonly keyId: string } | null>;
  forget(owner: MailOwner, deliveryId: string): Promise<void>;
}

export interface SealingKeys {
  current(): Promise<{ readonly keyId: string; readonly publicKey: Buffer; readonly useUntil: Date }>;
  /** Opens an envelope; null when its key is gone or it was not sealed to it. The caller wipes it. */
  open(keyId: string, sealed: Uint8Array, context: string): Promise<Buffer | null>;
  /** Destroys the keys that are past their time; returns how many. */
  destroyOld(): Promise<number>;
}

/** Addresses that do not exist; kept as an HMAC. */
export interface SuppressionList {
  has(address: string): Promise<boolean>;
  add(address: string, reasonCode: string): Promise<void>;
}

export type Posted = { readonly kind: 'accepted' } | ({ readonly kind: 'refused' } & Rejection);

/** Hands an email over: to a server, or into a folder. At most 30 s. Throws `OutageError` when that is our own fault. */
export interface Post {
  send(mail: RenderedMail): Promise<Posted>;
}

/** A moment at which a test may stop everything. */
export type Failpoint = (name: MailMoment | WebhookMoment) => void | Promise<void>;
export type MailMoment = 'before-taking' | 'taken' | 'claimed' | 'accepted' | 'recorded';
export type WebhookMoment = 'webhook-taken' | 'webhook-answered';
