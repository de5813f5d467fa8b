import { rateLimited, row } from './refusal-definition.ts';

/** What sign-up, sign-in, passwords, two-step sign-in and API tokens refuse. Source: specification 8; REST contract 7. */
export const accountRefusals = {
  'account.sign-up-disabled': row('SignUpDisabled', '/signup is not available', {
    rest: { status: 404, code: 'not_available' },
  }),
  'account.invalid-email': row('InvalidEmail', 'Enter a valid email address', { rest: 'bad_email', screen: 'public' }),
  'account.bad-credentials': row(
    'BadCredentials',
    'Check the email address and the password. If you have just signed up, open the link we emailed you first.',
    { rest: 'bad_credentials', screen: 'public' },
  ),
  'account.wrong-code': row(
    'WrongCode',
    'That code is not right. Use the current code, or a recovery code. If codes keep failing, check the clock of the device that shows them.',
    { rest: 'bad_code', screen: 'public' },
  ),
  'account.second-step-expired': row('SecondStepExpired', 'That took too long. Please sign in again.', {
    rest: 'second_step_expired',
    screen: 'public',
  }),
  'account.too-many-tries': row('TooManyTries', rateLimited.message, {
    rest: 'rate_limited',
    carries: ['retryAfterSeconds'],
    screen: rateLimited.screen,
  }),
  'account.captcha-required': row(
    'CaptchaRequired',
    'Too many tries for this address. Confirm that you are not a robot, then try again.',
    { rest: 'captcha_required', carries: ['retryAfterSeconds'], screen: 'public' },
  ),
  'account.wrong-password': row('WrongPassword', 'Current password is incorrect', {
    rest: 'bad_password',
    screen: 'app',
  }),
  'account.same-password': row('SamePassword', 'New password cannot be the same as current password', {
    rest: 'same_password',
    screen: 'app',
  }),
  'account.password-too-short': row('PasswordTooShort', 'New password is too short', {
    rest: 'short_password',
    screen: 'public',
  }),
  'account.password-too-long': row('PasswordTooLong', 'New password is too long', {
    rest: 'long_password',
    screen: 'public',
  }),
  'account.password-too-common': row('PasswordTooCommon', 'New password is too common', {
    rest: 'common_password',
    screen: 'public',
  }),
  'account.password-mismatch': row('PasswordMismatch', 'New passwords do not match', {
    rest: 'password_mismatch',
    screen: 'public',
  }),
  'account.bad-reset-key': row('BadResetKey', 'This reset link is no longer valid. Ask for a new one.', {
    rest: 'bad_reset_key',
    screen: 'public',
  }),
  'account.unsupported-locale': row('UnsupportedLocale', 'Locale could not be updated.', { rest: 'bad_locale' }),
  'account.invalid-token-name': row(
    'InvalidTokenName',
    'Give the token a name of 1 to 60 characters and at least one permission',
    { rest: 'bad_token_name', screen: 'app' },
  ),
  'account.too-many-tokens': row('TooManyTokens', 'You have 10 tokens. Revoke one first.', {
    rest: 'too_many_tokens',
    screen: 'app',
  }),
  'account.password-required': row('PasswordRequired', 'Password confirmation is required.', {
    rest: 'confirmation_required',
    screen: 'app',
  }),
  'account.wrong-password-confirmation': row('WrongPasswordConfirmation', 'Please check the password.', {
    rest: 'bad_password',
    screen: { bundle: 'app', code: 'bad_confirmation' },
  }),
  'account.two-step-already-on': row('TwoStepAlreadyOn', 'Two-step sign-in is already on', {
    rest: 'two_step_on',
    screen: 'app',
  }),
  'account.two-step-not-begun': row('TwoStepNotBegun', 'Start two-step setup again.', {
    rest: 'two_step_not_begun',
    screen: 'app',
  }),
  'account.invalid-passkey-name': row('InvalidPasskeyName', 'Give the passkey a name of 1 to 60 characters', {
    rest: 'bad_passkey_name',
    screen: 'passkeys',
  }),
  'account.too-many-passkeys': row('TooManyPasskeys', 'You have 20 passkeys. Remove one first.', {
    rest: 'too_many_passkeys',
    screen: 'passkeys',
  }),
  'account.no-passkeys': row('NoPasskeys', 'This account has no passkey. Use a code instead.', {
    rest: 'no_passkeys',
  }),
  'account.bad-passkey': row('BadPasskey', 'That passkey was not accepted.', {
    rest: 'bad_passkey',
    screen: 'passkeys',
  }),
  'account.passkey-expired': row('PasskeyExpired', 'That took too long. Please try again.', {
    rest: 'passkey_expired',
    screen: 'passkeys',
  }),
  'account.reauthentication-required': row(
    'ReauthenticationRequired',
    'Confirm with your password and a code, then try again.',
    { rest: { status: 403, code: 'reauthentication_required' } },
  ),
  'account.wrong-confirmation': row('WrongConfirmation', 'Type the last eight characters of the id to confirm.', {
    rest: 'wrong_confirmation',
    screen: 'app',
  }),
  'account.unknown-customer': row('UnknownCustomer', 'There is no such customer.', {
    rest: { status: 404, code: 'unknown_customer' },
  }),
  'account.unknown-plan': row('UnknownPlan', 'There is no such plan for accounts.', { rest: 'unknown_plan' }),
  'account.event-not-settled': row('EventNotSettled', 'That could not be done.', {
    rest: { status: 409, code: 'event_not_settled' },
    carries: ['reason'],
  }),
  'account.not-limited': row('NotLimited', 'Nobody is held back by this limit any more.', {
    rest: { status: 409, code: 'not_limited' },
  }),
  'account.own-account': row(
    'OwnAccount',
    'Nobody changes their own account in the administration. Use your account page, or ask another colonel.',
    { rest: 'own_account' },
  ),
  'account.last-colonel': row('LastColonel', 'This is the last colonel. Appoint another one first.', {
    rest: { status: 409, code: 'last_colonel' },
    screen: 'app',
  }),
};
