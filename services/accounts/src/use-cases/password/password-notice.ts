import type { AccountRecord } from '../account/account-book.ts';
import type { AccountPorts } from '../account/account-ports.ts';
import type { SealedMail } from '../account/mailroom.ts';

const noticeSeconds = 3 * 86_400;

/** The email that tells an owner of a new password, in case somebody else set it. */
export function passwordNotice(
  { mail, book, clock }: AccountPorts,
  account: AccountRecord,
  hasEndedTokens: boolean,
): Promise<SealedMail> {
  const { accountRef, mailLocale } = account;
  const until = new Date(clock.now().getTime() + noticeSeconds * 1000);
  const address = book.emailOf(account);
  const envelope = { template: 'password-changed', address, locale: mailLocale, hasEndedTokens } as const;
  return mail.seal(accountRef, envelope, until);
}
