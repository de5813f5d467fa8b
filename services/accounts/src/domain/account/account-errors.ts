import type { RefusalCode } from '@onceover/schema/refusals';
import { DomainError } from '@onceover/service-kit/errors';

/** What the rules of accounts refuse; the code is a key of the schema's refusals. */
export class AccountRefusal extends DomainError {
  constructor(code: RefusalCode, details: Readonly<Record<string, string | number | boolean>> = {}) {
    super(code, details);
  }
}

export class SignUpDisabled extends AccountRefusal {
  constructor() {
    super('account.sign-up-disabled');
  }
}

export class InvalidEmail extends AccountRefusal {
  constructor() {
    super('account.invalid-email');
  }
}

/** Unknown address, wrong password, unverified, disabled: one answer. */
export class BadCredentials extends AccountRefusal {
  constructor() {
    super('account.bad-credentials');
  }
}

export class WrongCode extends AccountRefusal {
  constructor() {
    super('account.wrong-code');
  }
}

export class SecondStepExpired extends AccountRefusal {
  constructor() {
    super('account.second-step-expired');
  }
}

export class TooManyTries extends AccountRefusal {
  constructor(retryAfterSeconds: number) {
    super('account.too-many-tries', { retryAfterSeconds });
  }
}

/** Too many tries for one address, from wherever: a solved captcha passes. */
export class CaptchaRequired extends AccountRefusal {
  constructor(retryAfterSeconds: number) {
    super('account.captcha-required', { retryAfterSeconds });
  }
}

export class WrongPassword extends AccountRefusal {
  constructor() {
    super('account.wrong-password');
  }
}

export class SamePassword extends AccountRefusal {
  constructor() {
    super('account.same-password');
  }
}

export class PasswordTooShort extends AccountRefusal {
  constructor() {
    super('account.password-too-short');
  }
}

export class PasswordTooLong extends AccountRefusal {
  constructor() {
    super('account.password-too-long');
  }
}

export class PasswordTooCommon extends AccountRefusal {
  constructor() {
    super('account.password-too-common');
  }
}

export class PasswordMismatch extends AccountRefusal {
  constructor() {
    super('account.password-mismatch');
  }
}

/** Never issued, used, or too old: one answer. */
export class BadResetKey extends AccountRefusal {
  constructor() {
    super('account.bad-reset-key');
  }
}

/** Never emailed, used, replaced by that of a newer sign-up, or too old: one answer. */
export class LinkOver extends AccountRefusal {
  constructor() {
    super('secret.gone');
  }
}

/** Somebody who has an account is signed in already. */
export class SignedInAlready extends AccountRefusal {
  constructor() {
    super('secret.verification-while-signed-in');
  }
}

export class UnsupportedLocale extends AccountRefusal {
  constructor() {
    super('account.unsupported-locale');
  }
}

export class PasswordRequired extends AccountRefusal {
  constructor() {
    super('account.password-required');
  }
}

export class WrongPasswordConfirmation extends AccountRefusal {
  constructor() {
    super('account.wrong-password-confirmation');
  }
}

export class TwoStepAlreadyOn extends AccountRefusal {
  constructor() {
    super('account.two-step-already-on');
  }
}

export class TwoStepNotBegun extends AccountRefusal {
  constructor() {
    super('account.two-step-not-begun');
  }
}

/** A colonel named an account that does not exist. */
export class UnknownCustomer extends AccountRefusal {
  constructor() {
    super('account.unknown-customer');
  }
}

export class UnknownPlan extends AccountRefusal {
  constructor() {
    super('account.unknown-plan');
  }
}

/** Nobody changes their own account in the administration. */
export class OwnAccount extends AccountRefusal {
  constructor() {
    super('account.own-account');
  }
}

/** The account was closed while this command ran; its owner is signed out by now. */
export class AccountGone extends Error {
  override readonly name = 'AccountGone';
}

/** What was typed is not the end of the event's id. */
export class WrongEventConfirmation extends AccountRefusal {
  constructor() {
    super('account.wrong-event-confirmation');
  }
}

/** Nobody is held back by this limit any more. */
export class NotLimited extends AccountRefusal {
  constructor() {
    super('account.not-limited');
  }
}

/** The event cannot be settled so, or its handler failed again. */
export class EventNotSettled extends AccountRefusal {
  constructor(reason: string) {
    super('account.event-not-settled', { reason });
  }
}
