import type { MailEnvelope } from '@onceover/schema/internal/mail-envelope';
import type { Clock } from '@onceover/service-kit/clock';
import type { AccountBook, AccountRecord } from './account-book.ts';
import type { Tx } from './account-command.ts';

/** An email on its way: sealed to the notifications service, which fetches it by its id. */
export interface SealedMail {
  readonly deliveryId: string;
  write(tx: Tx): Promise<void>;
}

export interface Mailroom {
  /** Throws `OutageError` while no key to seal to can be had. */
  seal(accountRef: string, envelope: MailEnvelope, expiresAt: Date): Promise<SealedMail>;
  claim(deliveryId: string, at: Date): Promise<{ readonly sealed: Buffer; readonly keyId: string } | null>;
  forget(deliveryId: string): Promise<void>;
}

const noticeSeconds = 3 * 86_400;

/** What an email to an account's own address says beside where it goes. */
type Notice = MailEnvelope extends infer Each
  ? Each extends MailEnvelope
    ? Omit<Each, 'address' | 'locale'>
    : never
  : never;

/** Seals an email to an account's own address, in its language; after three days it is no longer worth sending. */
export function sealNotice(
  { mail, book, clock }: { readonly mail: Mailroom; readonly book: AccountBook; readonly clock: Clock },
  account: AccountRecord,
  notice: Notice,
): Promise<SealedMail> {
  const until = new Date(clock.now().getTime() + noticeSeconds * 1000);
  const envelope = { ...notice, address: book.emailOf(account), locale: account.mailLocale } as MailEnvelope;
  return mail.seal(account.accountRef, envelope, until);
}
