import { rateLimited, row } from './refusal-definition.ts';

/**
 * What the rules of a secret refuse: conceal, look, reveal, burn. Source: specification 5 and 8; REST contract 1.3,
 * 5.1, 5.3, 5.6.
 */
export const secretRefusals = {
  'secret.empty': row('EmptySecret', 'You did not provide anything to share', { rest: 'empty_secret', screen: 'core' }),
  'secret.text-too-long': row('TextTooLong', 'The text is longer than your plan allows', { rest: 'long_text' }),
  'secret.passphrase-too-long': row('PassphraseTooLong', 'Passphrase is too long (limit 256 characters)', {
    rest: 'long_passphrase',
    screen: 'core',
  }),
  'secret.bad-label': row('BadLabel', 'A label is one line of at most 500 characters, without control characters.', {
    rest: 'bad_label',
    screen: 'app',
  }),
  'secret.recipient-not-allowed': row('RecipientNotAllowed', 'An account is required to send emails.', {
    rest: 'account_required',
    screen: 'core',
  }),
  'secret.invalid-share-domain': row('InvalidShareDomain', 'Invalid share domain', {
    rest: 'bad_share_domain',
    repeats: { what: 'domain', before: ' (', after: ')' },
  }),
  'secret.domain-not-found': row('DomainNotFound', 'Domain not found', {
    rest: { status: 404, code: 'domain_not_found' },
    repeats: { what: 'domain', before: ' ', after: '' },
  }),
  'secret.idempotency-mismatch': row(
    'IdempotencyMismatch',
    'This Idempotency-Key was used with other fields. Use a new one.',
    { rest: 'idempotency_mismatch' },
  ),
  'secret.idempotency-expired': row(
    'IdempotencyExpired',
    'This Idempotency-Key has been used and its answer is no longer kept. Use a new one.',
    { rest: 'idempotency_expired' },
  ),
  'secret.gone': row('SecretGone', 'Unknown secret', { rest: { status: 404, code: 'unknown_secret' }, screen: 'core' }),
  'secret.not-confirmed': row('NotConfirmed', 'Set continue=true to confirm.', { rest: 'not_confirmed' }),
  'secret.not-burnable': row('SecretNotBurnable', 'Secret could not be burned.', {
    rest: 'not_burned',
    carries: ['state'],
    screen: 'core',
  }),
  'secret.wrong-passphrase': row('WrongPassphrase', 'Double check that passphrase', {
    rest: 'bad_passphrase',
    screen: 'core',
  }),
  'secret.too-many-attempts': row('TooManyAttempts', rateLimited.message, {
    rest: 'rate_limited',
    carries: ['retryAfterSeconds'],
    screen: {
      bundle: 'core',
      code: 'limited',
      words: 'Too many wrong tries from your network. Please wait before you try again.',
    },
  }),
  'secret.locked': row('SecretLocked', rateLimited.message, {
    rest: 'rate_limited',
    screen: { bundle: 'core', code: 'locked', words: 'Too many wrong tries. Ask the sender for a new link.' },
  }),
  'secret.people-only': row('PeopleOnly', 'Only a person can open this secret, on the page of its link.', {
    rest: { status: 403, code: 'people_only' },
  }),
  'secret.undeliverable-recipient': row('UndeliverableRecipient', 'Undeliverable email address:', {
    rest: 'bad_recipient',
    carries: ['address'],
    repeats: { what: 'address', before: ' ', after: '' },
    screen: 'core',
  }),
  'secret.too-many-recipients': row('TooManyRecipients', 'Too many recipients', {
    rest: 'too_many_recipients',
    carries: ['limit'],
    repeats: { what: 'limit', before: ' (limit ', after: ')' },
  }),
  'secret.mail-quota-reached': row('MailQuotaReached', rateLimited.message, {
    rest: 'rate_limited',
    carries: ['retryAfterSeconds'],
    screen: rateLimited.screen,
  }),
  'secret.storage-quota-reached': row('StorageQuotaReached', rateLimited.message, {
    rest: 'rate_limited',
    carries: ['retryAfterSeconds'],
    screen: rateLimited.screen,
  }),
  'secret.verification-while-signed-in': row(
    'VerificationWhileSignedIn',
    "You can't verify an account when you're already logged in.",
    { rest: 'verify_signed_in' },
  ),
};
