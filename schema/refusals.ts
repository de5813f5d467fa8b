/** One refusal: its member of the result unions, its exact English words, and how `/api/v2` answers it. */
export interface RefusalDefinition {
  readonly type: string;
  readonly message: string;
  readonly rest: { readonly status: number; readonly code: string };
}

/**
 * Every refusal of the product, by code. Texts are the specification's, to the letter; `rest` is the REST contract's row.
 *
 * Source  specification 5 and 8; REST contract 1.3, 5.1, 5.3, 5.6, 7, 8
 */
export const refusals = {
  'secret.empty': {
    type: 'EmptySecret',
    message: 'You did not provide anything to share',
    rest: { status: 400, code: 'empty_secret' },
  },
  'secret.passphrase-too-long': {
    type: 'PassphraseTooLong',
    message: 'Passphrase is too long (limit 256 characters)',
    rest: { status: 400, code: 'long_passphrase' },
  },
  'secret.recipient-not-allowed': {
    type: 'RecipientNotAllowed',
    message: 'An account is required to send emails.',
    rest: { status: 400, code: 'account_required' },
  },
  'secret.invalid-share-domain': {
    type: 'InvalidShareDomain',
    message: 'Invalid share domain',
    rest: { status: 400, code: 'bad_share_domain' },
  },
  'secret.domain-not-found': {
    type: 'DomainNotFound',
    message: 'Domain not found',
    rest: { status: 404, code: 'domain_not_found' },
  },
  'secret.idempotency-mismatch': {
    type: 'IdempotencyMismatch',
    message: 'This Idempotency-Key was used with other fields. Use a new one.',
    rest: { status: 400, code: 'idempotency_mismatch' },
  },
  'secret.idempotency-expired': {
    type: 'IdempotencyExpired',
    message: 'This Idempotency-Key has been used and its answer is gone. Use a new one.',
    rest: { status: 400, code: 'idempotency_expired' },
  },
  'secret.gone': {
    type: 'SecretGone',
    message: 'Unknown secret',
    rest: { status: 404, code: 'unknown_secret' },
  },
  'secret.not-confirmed': {
    type: 'NotConfirmed',
    message: 'Set continue to true to go on.',
    rest: { status: 400, code: 'not_confirmed' },
  },
  'secret.not-burnable': {
    type: 'SecretNotBurnable',
    message: 'Secret could not be burned.',
    rest: { status: 400, code: 'not_burned' },
  },
  'secret.wrong-passphrase': {
    type: 'WrongPassphrase',
    message: 'Double check that passphrase',
    rest: { status: 400, code: 'bad_passphrase' },
  },
  'secret.too-many-attempts': {
    type: 'TooManyAttempts',
    message: 'Cripes! You have been rate limited.',
    rest: { status: 400, code: 'rate_limited' },
  },
  'secret.locked': {
    type: 'SecretLocked',
    message: 'Cripes! You have been rate limited.',
    rest: { status: 400, code: 'rate_limited' },
  },
  'secret.undeliverable-recipient': {
    type: 'UndeliverableRecipient',
    message: 'Undeliverable email address:',
    rest: { status: 400, code: 'bad_recipient' },
  },
  'secret.too-many-recipients': {
    type: 'TooManyRecipients',
    message: 'Too many recipients',
    rest: { status: 400, code: 'too_many_recipients' },
  },
  'secret.mail-quota-reached': {
    type: 'MailQuotaReached',
    message: 'Cripes! You have been rate limited.',
    rest: { status: 400, code: 'rate_limited' },
  },
  'secret.verification-while-signed-in': {
    type: 'VerificationWhileSignedIn',
    message: "You can't verify an account when you're already logged in.",
    rest: { status: 400, code: 'verify_signed_in' },
  },
  'incoming.empty': {
    type: 'NothingToSubmit',
    message: 'You did not provide any information to share',
    rest: { status: 400, code: 'empty_secret' },
  },
  'incoming.invalid-ticket-number': {
    type: 'InvalidTicketNumber',
    message: 'You must provide a valid ticket number',
    rest: { status: 400, code: 'bad_ticket' },
  },
  'incoming.disabled': {
    type: 'IncomingDisabled',
    message: '/incoming is not available',
    rest: { status: 404, code: 'not_available' },
  },
  'account.sign-up-disabled': {
    type: 'SignUpDisabled',
    message: '/signup is not available',
    rest: { status: 404, code: 'not_available' },
  },
  'account.invalid-email': {
    type: 'InvalidEmail',
    message: 'Enter a valid email address',
    rest: { status: 400, code: 'bad_email' },
  },
  'account.bad-credentials': {
    type: 'BadCredentials',
    message: 'Check the email address and the password. If you have just signed up, open the link we mailed you first.',
    rest: { status: 400, code: 'bad_credentials' },
  },
  'account.wrong-code': {
    type: 'WrongCode',
    message: 'That code is not right. Use the newest one, or a recovery code.',
    rest: { status: 400, code: 'bad_code' },
  },
  'account.second-step-expired': {
    type: 'SecondStepExpired',
    message: 'Sign in again: this step took too long.',
    rest: { status: 400, code: 'second_step_expired' },
  },
  'account.too-many-tries': {
    type: 'TooManyTries',
    message: 'Cripes! You have been rate limited.',
    rest: { status: 400, code: 'rate_limited' },
  },
  'account.wrong-password': {
    type: 'WrongPassword',
    message: 'Current password is incorrect',
    rest: { status: 400, code: 'bad_password' },
  },
  'account.same-password': {
    type: 'SamePassword',
    message: 'New password cannot be the same as current password',
    rest: { status: 400, code: 'same_password' },
  },
  'account.password-too-short': {
    type: 'PasswordTooShort',
    message: 'New password is too short',
    rest: { status: 400, code: 'short_password' },
  },
  'account.password-too-long': {
    type: 'PasswordTooLong',
    message: 'New password is too long',
    rest: { status: 400, code: 'long_password' },
  },
  'account.password-too-common': {
    type: 'PasswordTooCommon',
    message: 'New password is too common',
    rest: { status: 400, code: 'common_password' },
  },
  'account.password-mismatch': {
    type: 'PasswordMismatch',
    message: 'New passwords do not match',
    rest: { status: 400, code: 'password_mismatch' },
  },
  'account.bad-reset-key': {
    type: 'BadResetKey',
    message: 'This reset link is not valid any more. Ask for a new one.',
    rest: { status: 400, code: 'bad_reset_key' },
  },
  'account.unsupported-locale': {
    type: 'UnsupportedLocale',
    message: 'Locale could not be updated.',
    rest: { status: 400, code: 'bad_locale' },
  },
  'account.invalid-token-name': {
    type: 'InvalidTokenName',
    message: 'Give the token a name of 1 to 60 characters and at least one scope',
    rest: { status: 400, code: 'bad_token_name' },
  },
  'account.too-many-tokens': {
    type: 'TooManyTokens',
    message: 'You have 10 tokens. Revoke one first.',
    rest: { status: 400, code: 'too_many_tokens' },
  },
  'account.password-required': {
    type: 'PasswordRequired',
    message: 'Password confirmation is required.',
    rest: { status: 400, code: 'confirmation_required' },
  },
  'account.wrong-password-confirmation': {
    type: 'WrongPasswordConfirmation',
    message: 'Please check the password.',
    rest: { status: 400, code: 'bad_password' },
  },
  'account.two-step-already-on': {
    type: 'TwoStepAlreadyOn',
    message: 'Two-step sign-in is on already',
    rest: { status: 400, code: 'two_step_on' },
  },
  'account.two-step-not-begun': {
    type: 'TwoStepNotBegun',
    message: 'Begin with a new key first',
    rest: { status: 400, code: 'two_step_not_begun' },
  },
  'domain.empty': {
    type: 'EmptyDomain',
    message: 'Please enter a domain',
    rest: { status: 400, code: 'empty_domain' },
  },
  'domain.bad': {
    type: 'BadDomain',
    message: 'Not a valid public domain',
    rest: { status: 400, code: 'bad_domain' },
  },
  'domain.duplicate': {
    type: 'DuplicateDomain',
    message: 'Duplicate domain',
    rest: { status: 400, code: 'duplicate_domain' },
  },
  'domain.plan-required': {
    type: 'DomainPlanRequired',
    message: 'Upgrade required to use custom domains',
    rest: { status: 400, code: 'plan_required' },
  },
  'domain.disabled': {
    type: 'DomainsDisabled',
    message: 'Custom domains are not available',
    rest: { status: 404, code: 'not_available' },
  },
  'domain.unknown': {
    type: 'UnknownDomain',
    message: 'Domain not found',
    rest: { status: 404, code: 'domain_not_found' },
  },
  'feedback.empty': {
    type: 'EmptyFeedback',
    message: 'You can be more original than that!',
    rest: { status: 400, code: 'empty_feedback' },
  },
} as const satisfies Readonly<Record<string, RefusalDefinition>>;

export type RefusalCode = keyof typeof refusals;
