import type { AccountRecord, SealedSubject } from '../../use-cases/account/account-book.ts';
import type { AccountPassword } from '../../use-cases/account/password-hasher.ts';

/** What a query for `accountColumns` returns: the record with password and sealed address still flat. */
export type AccountRow = Omit<AccountRecord, 'password' | 'sealed'> & AccountPassword & SealedSubject;

export const accountColumns = `a.account_ref as "accountRef", a.email_hash as "emailHash", a.plan_id as "planId", a.role,
  a.locale, a.mail_locale as "mailLocale", a.is_verified as "isVerified", a.is_disabled as "isDisabled", a.salt, a.digest,
  a.foreign_password as "foreign", a.password_version as "passwordVersion", a.mark_hash as "markHash", coalesce(t.is_on, false) as "isTwoStepOn",
  coalesce(f.streak, 0) as "failureStreak", a.created as "createdAt", a.last_sign_in as "lastSignInAt",
  p.wrapped_key as "wrappedKey", p.email`;

export const accountTables = `accounts.account a
  join accounts.subject_pii p on p.account_ref = a.account_ref
  left join accounts.two_step t on t.account_ref = a.account_ref
  left join accounts.sign_in_failure f on f.email_hash = a.email_hash`;

export function toAccount({ salt, digest, foreign, wrappedKey, email, ...account }: AccountRow): AccountRecord {
  return { ...account, password: { salt, digest, foreign }, sealed: { wrappedKey, email } };
}
