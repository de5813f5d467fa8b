import { type RefusalDefinition, rateLimited } from './refusal-definition.ts';

/** What sign-up, sign-in, passwords, two-step sign-in and API tokens refuse. Source: specification 8; REST contract 7. */
export const accountRefusals = {
  'account.sign-up-disabled': {
    type: 'SignUpDisabled',
    message: '/signup is not available',
    rest: { status: 404, code: 'not_available' },
  },
  'account.invalid-email': {
    type: 'InvalidEmail',
    message: 'Enter a valid email address',
    rest: { status: 400, code: 'bad_email' },
    screen: 'public',
  },
  'account.bad-credentials': {
    type: 'BadCredentials',
    message:
      'Check the email address and the password. If you have just signed up, open the link we emailed you first.',
    rest: { status: 400, code: 'bad_credentials' },
    screen: 'public',
  },
  'account.wrong-code': {
    type: 'WrongCode',
    message:
      'That code is not right. Use the current code, or a recovery code. If codes keep failing, check the clock of the device that shows them.',
    rest: { status: 400, code: 'bad_code' },
    screen: 'public',
  },
  'account.second-step-expired': {
    type: 'SecondStepExpired',
    message: 'That took too long. Please sign in again.',
    rest: { status: 400, code: 'second_step_expired' },
    screen: 'public',
  },
  'account.too-many-tries': {
    type: 'TooManyTries',
    message: rateLimited.message,
    rest: { status: 400, code: 'rate_limited' },
    carries: ['retryAfterSeconds'],
    screen: rateLimited.screen,
  },
  'account.captcha-required': {
    type: 'CaptchaRequired',
    message: 'Too many tries for this address. Confirm that you are not a robot, then try again.',
    rest: { status: 400, code: 'captcha_required' },
    carries: ['retryAfterSeconds'],
    screen: 'public',
  },
  'account.wrong-password': {
    type: 'WrongPassword',
    message: 'Current password is incorrect',
    rest: { status: 400, code: 'bad_password' },
    screen: 'app',
  },
  'account.same-password': {
    type: 'SamePassword',
    message: 'New password cannot be the same as current password',
    rest: { status: 400, code: 'same_password' },
    screen: 'app',
  },
  'account.password-too-short': {
    type: 'PasswordTooShort',
    message: 'New password is too short',
    rest: { status: 400, code: 'short_password' },
    screen: 'public',
  },
  'account.password-too-long': {
    type: 'PasswordTooLong',
    message: 'New password is too long',
    rest: { status: 400, code: 'long_password' },
    screen: 'public',
  },
  'account.password-too-common': {
    type: 'PasswordTooCommon',
    message: 'New password is too common',
    rest: { status: 400, code: 'common_password' },
    screen: 'public',
  },
  'account.password-mismatch': {
    type: 'PasswordMismatch',
    message: 'New passwords do not match',
    rest: { status: 400, code: 'password_mismatch' },
    screen: 'public',
  },
  'account.bad-reset-key': {
    type: 'BadResetKey',
    message: 'This reset link is no longer valid. Ask for a new one.',
    rest: { status: 400, code: 'bad_reset_key' },
    screen: 'public',
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
    screen: 'app',
  },
  'account.too-many-tokens': {
    type: 'TooManyTokens',
    message: 'You have 10 tokens. Revoke one first.',
    rest: { status: 400, code: 'too_many_tokens' },
    screen: 'app',
  },
  'account.password-required': {
    type: 'PasswordRequired',
    message: 'Password confirmation is required.',
    rest: { status: 400, code: 'confirmation_required' },
    screen: 'app',
  },
  'account.wrong-password-confirmation': {
    type: 'WrongPasswordConfirmation',
    message: 'Please check the password.',
    rest: { status: 400, code: 'bad_password' },
    screen: { bundle: 'app', code: 'bad_confirmation' },
  },
  'account.two-step-already-on': {
    type: 'TwoStepAlreadyOn',
    message: 'Two-step sign-in is already on',
    rest: { status: 400, code: 'two_step_on' },
    screen: 'app',
  },
  'account.two-step-not-begun': {
    type: 'TwoStepNotBegun',
    message: 'Start two-step setup again.',
    rest: { status: 400, code: 'two_step_not_begun' },
    screen: 'app',
  },
  'account.reauthentication-required': {
    type: 'ReauthenticationRequired',
    message: 'Confirm with your password and a code, then try again.',
    rest: { status: 403, code: 'reauthentication_required' },
  },
  'account.wrong-confirmation': {
    type: 'WrongConfirmation',
    message: 'Type the last eight characters of the id to confirm.',
    rest: { status: 400, code: 'wrong_confirmation' },
    screen: 'app',
  },
  'account.unknown-customer': {
    type: 'UnknownCustomer',
    message: 'There is no such customer.',
    rest: { status: 404, code: 'unknown_customer' },
  },
  'account.unknown-plan': {
    type: 'UnknownPlan',
    message: 'There is no such plan for accounts.',
    rest: { status: 400, code: 'unknown_plan' },
  },
  'account.event-not-settled': {
    type: 'EventNotSettled',
    message: 'That could not be done.',
    rest: { status: 409, code: 'event_not_settled' },
    carries: ['reason'],
  },
  'account.not-limited': {
    type: 'NotLimited',
    message: 'Nobody is held back by this limit any more.',
    rest: { status: 409, code: 'not_limited' },
  },
  'account.own-account': {
    type: 'OwnAccount',
    message: 'Nobody changes their own account in the administration. Use your account page, or ask another colonel.',
    rest: { status: 400, code: 'own_account' },
  },
} as const satisfies Readonly<Record<string, RefusalDefinition>>;
