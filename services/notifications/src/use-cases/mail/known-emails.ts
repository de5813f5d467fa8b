import { type Caller, mayKnow } from '@onceover/schema/caller';

export interface NamedCustomer {
  readonly id: string;
}

export interface Delivery {
  readonly status: 'queued' | 'sent' | 'failed' | 'suppressed' | 'bounced';
  readonly at: Date;
}

/** A customer's emails, counted by what has become of them. */
export interface CustomerEmails extends Readonly<Record<Delivery['status'], number>> {
  /** The newest of those that failed or came back. */
  readonly lastFailure: { readonly reason: string | null; readonly at: Date } | null;
}

/** Emails of the last 90 days, without their addresses and what they say. */
export interface KnownEmails {
  countOf(accountRef: string): Promise<CustomerEmails>;
  /** Those that the events of one stream asked for, in their order. */
  listAbout(subjectRef: string): Promise<readonly Delivery[]>;
  /** Emails waiting or being sent. */
  queue(): Promise<{ readonly waiting: number; readonly oldest: Date | null }>;
}

/** What this service knows of a customer's emails; null for everybody but themself and a colonel. */
export function customerEmailsUseCase({ emails }: { readonly emails: KnownEmails }) {
  return async (accountRef: string, caller: Caller): Promise<CustomerEmails | null> =>
    mayKnow(caller, accountRef) ? await emails.countOf(accountRef) : null;
}

/** A secret with so many emails, which were asked for when it was made. */
export interface EmailedSecret {
  readonly secretId: string;
  readonly emailCount: number;
  readonly createdAt: Date;
}

/**
 * What has become of each email of a secret. One that this service has not heard of yet is queued: asking and hearing are
 * not one commit. Who may know of the secret the secrets service has decided before it named it by its id.
 */
export function listDeliveriesUseCase({ emails }: { readonly emails: KnownEmails }) {
  return async ({ secretId, emailCount, createdAt }: EmailedSecret): Promise<readonly Delivery[]> => {
    if (emailCount === 0) return [];
    const known = await emails.listAbout(secretId);
    return Array.from({ length: emailCount }, (_none, place) => {
      const delivery = known[place];
      return delivery === undefined || delivery.status === 'queued'
        ? { status: 'queued', at: createdAt }
        : { status: delivery.status, at: delivery.at };
    });
  };
}
