import type { RefusalCode } from '@onceover/schema/refusals';
import { NamedError, refusal } from '@onceover/service-kit/errors';

/** What the rules of accounts refuse; the code is a key of the schema's refusals. */

export class SignUpDisabled extends refusal<RefusalCode>('account.sign-up-disabled') {}
export class InvalidEmail extends refusal<RefusalCode>('account.invalid-email') {}
/** Unknown address, wrong password, unverified, disabled: one answer. */
export class BadCredentials extends refusal<RefusalCode>('account.bad-credentials') {}
export class WrongCode extends refusal<RefusalCode>('account.wrong-code') {}
export class SecondStepExpired extends refusal<RefusalCode>('account.second-step-expired') {}

export class TooManyTries extends refusal<RefusalCode>('account.too-many-tries') {
  constructor(retryAfterSeconds: number) {
    super({ retryAfterSeconds });
  }
}

/** Too many tries for one address, from wherever: a solved captcha passes. */
export class CaptchaRequired extends refusal<RefusalCode>('account.captcha-required') {
  constructor(retryAfterSeconds: number) {
    super({ retryAfterSeconds });
  }
}

export class WrongPassword extends refusal<RefusalCode>('account.wrong-password') {}
export class SamePassword extends refusal<RefusalCode>('account.same-password') {}
export class PasswordTooShort extends refusal<RefusalCode>('account.password-too-short') {}
export class PasswordTooLong extends refusal<RefusalCode>('account.password-too-long') {}
export class PasswordTooCommon extends refusal<RefusalCode>('account.password-too-common') {}
export class PasswordMismatch extends refusal<RefusalCode>('account.password-mismatch') {}
/** Never issued, used, or too old: one answer. */
export class BadResetKey extends refusal<RefusalCode>('account.bad-reset-key') {}
/** Never emailed, used, replaced by that of a newer sign-up, or too old: one answer. */
export class LinkOver extends refusal<RefusalCode>('secret.gone') {}
/** Somebody who has an account is signed in already. */
export class SignedInAlready extends refusal<RefusalCode>('secret.verification-while-signed-in') {}
export class UnsupportedLocale extends refusal<RefusalCode>('account.unsupported-locale') {}
export class PasswordRequired extends refusal<RefusalCode>('account.password-required') {}
export class WrongPasswordConfirmation extends refusal<RefusalCode>('account.wrong-password-confirmation') {}
export class TwoStepAlreadyOn extends refusal<RefusalCode>('account.two-step-already-on') {}
export class TwoStepNotBegun extends refusal<RefusalCode>('account.two-step-not-begun') {}
/** A colonel named an account that does not exist. */
export class UnknownCustomer extends refusal<RefusalCode>('account.unknown-customer') {}
export class UnknownPlan extends refusal<RefusalCode>('account.unknown-plan') {}
/** Nobody changes their own account in the administration. */
export class OwnAccount extends refusal<RefusalCode>('account.own-account') {}
/** Without this account nobody could do anything in the administration. */
export class LastColonel extends refusal<RefusalCode>('account.last-colonel') {}

/** The account was closed while this command ran; its owner is signed out by now. */
export class AccountGone extends NamedError {}

/** Nobody is held back by this limit any more. */
export class NotLimited extends refusal<RefusalCode>('account.not-limited') {}

/** The event cannot be settled so, or its handler failed again. */
export class EventNotSettled extends refusal<RefusalCode>('account.event-not-settled') {
  constructor(reason: string) {
    super({ reason });
  }
}
