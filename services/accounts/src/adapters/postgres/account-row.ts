import type { PlanId } from '@onceover/schema/plans';
import type { AccountRecord } from '../../use-cases/account/account-book.ts';

/** What a query for accounts gives; `accountColumns` of `accountTables`. */
export interface AccountRow {
  readonly account_ref: string;
  readonly email_hash: Buffer;
  readonly plan_id: PlanId;
  readonly role: AccountRecord['role'];
  readonly locale: string | null;
  readonly mail_locale: string;
  readonly is_verified: boolean;
  readonly is_disabled: boolean;
  readonly salt: Buffer;
  readonly digest: Buffer;
  readonly password_version: number;
  readonly is_two_step_on: boolean;
  readonly streak: number;
  readonly account_created: Date;
  readonly last_sign_in: Date | null;
  readonly wrapped_key: Buffer;
  readonly email: Buffer;
}

export const accountColumns = `a.account_ref, a.email_hash, a.plan_id, a.role, a.locale, a.mail_locale, a.is_verified,
  a.is_disabled, a.salt, a.digest, a.password_version, coalesce(t.is_on, false) as is_two_step_on,
  coalesce(f.streak, 0) as streak, a.created as account_created, a.last_sign_in, p.wrapped_key, p.email`;

export const accountTables = `accounts.account a
  join accounts.subject_pii p on p.account_ref = a.account_ref
  left join accounts.two_step t on t.account_ref = a.account_ref
  left join accounts.sign_in_failure f on f.email_hash = a.email_hash`;

export function toAccount(row: AccountRow): AccountRecord {
  return {
    accountRef: row.account_ref,
    emailHash: row.email_hash,
    planId: row.plan_id,
    role: row.role,
    locale: row.locale,
    mailLocale: row.mail_locale,
    isVerified: row.is_verified,
    isDisabled: row.is_disabled,
    password: { salt: row.salt, digest: row.digest },
    passwordVersion: row.password_version,
    isTwoStepOn: row.is_two_step_on,
    failureStreak: row.streak,
    createdAt: row.account_created,
    lastSignInAt: row.last_sign_in,
    sealed: { wrappedKey: row.wrapped_key, email: row.email },
  };
}
