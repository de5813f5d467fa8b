import { type RefusalDefinition, rateLimited } from './refusal-definition.ts';

/** What the rules of a secret refuse: conceal, look, reveal, burn. Source: specification 5 and 8; REST contract 1.3, 5.1, 5.3, 5.6. */
export const secretRefusals = {
  'secret.empty': {
    type: 'EmptySecret',
    message: 'You did not provide anything to share',
    rest: { status: 400, code: 'empty_secret' },
    screen: 'core',
  },
  'secret.passphrase-too-long': {
    type: 'PassphraseTooLong',
    message: 'Passphrase is too long (limit 256 characters)',
    rest: { status: 400, code: 'long_passphrase' },
    screen: 'core',
  },
  'secret.bad-label': {
    type: 'BadLabel',
    message: 'A label is one line of at most 100 characters, without control characters.',
    rest: { status: 400, code: 'bad_label' },
    screen: 'app',
  },
  'secret.recipient-not-allowed': {
    type: 'RecipientNotAllowed',
    message: 'An account is required to send emails.',
    rest: { status: 400, code: 'account_required' },
    screen: 'core',
  },
  'secret.invalid-share-domain': {
    type: 'InvalidShareDomain',
    message: 'Invalid share domain',
    rest: { status: 400, code: 'bad_share_domain' },
    repeats: { what: 'domain', before: ' (', after: ')' },
  },
  'secret.domain-not-found': {
    type: 'DomainNotFound',
    message: 'Domain not found',
    rest: { status: 404, code: 'domain_not_found' },
    repeats: { what: 'domain', before: ' ', after: '' },
  },
  'secret.idempotency-mismatch': {
    type: 'IdempotencyMismatch',
    message: 'This Idempotency-Key was used with other fields. Use a new one.',
    rest: { status: 400, code: 'idempotency_mismatch' },
  },
  'secret.idempotency-expired': {
    type: 'IdempotencyExpired',
    message: 'This Idempotency-Key has been used and its answer is no longer kept. Use a new one.',
    rest: { status: 400, code: 'idempotency_expired' },
  },
  'secret.gone': {
    type: 'SecretGone',
    message: 'Unknown secret',
    rest: { status: 404, code: 'unknown_secret' },
    screen: 'core',
  },
  'secret.not-confirmed': {
    type: 'NotConfirmed',
    message: 'Set continue=true to confirm.',
    rest: { status: 400, code: 'not_confirmed' },
  },
  'secret.not-burnable': {
    type: 'SecretNotBurnable',
    message: 'Secret could not be burned.',
    rest: { status: 400, code: 'not_burned' },
    carries: ['state'],
    screen: 'core',
  },
  'secret.wrong-passphrase': {
    type: 'WrongPassphrase',
    message: 'Double check that passphrase',
    rest: { status: 400, code: 'bad_passphrase' },
    screen: 'core',
  },
  'secret.too-many-attempts': {
    type: 'TooManyAttempts',
    message: rateLimited.message,
    rest: { status: 400, code: 'rate_limited' },
    carries: ['retryAfterSeconds'],
    screen: {
      bundle: 'core',
      code: 'limited',
      words: 'Too many wrong tries from your network. Please wait before you try again.',
    },
  },
  'secret.locked': {
    type: 'SecretLocked',
    message: rateLimited.message,
    rest: { status: 400, code: 'rate_limited' },
    screen: { bundle: 'core', code: 'locked', words: 'Too many wrong tries. Ask the sender for a new link.' },
  },
  'secret.undeliverable-recipient': {
    type: 'UndeliverableRecipient',
    message: 'Undeliverable email address:',
    rest: { status: 400, code: 'bad_recipient' },
    carries: ['address'],
    repeats: { what: 'address', before: ' ', after: '' },
    screen: 'core',
  },
  'secret.too-many-recipients': {
    type: 'TooManyRecipients',
    message: 'Too many recipients',
    rest: { status: 400, code: 'too_many_recipients' },
    carries: ['limit'],
    repeats: { what: 'limit', before: ' (limit ', after: ')' },
  },
  'secret.mail-quota-reached': {
    type: 'MailQuotaReached',
    message: rateLimited.message,
    rest: { status: 400, code: 'rate_limited' },
    carries: ['retryAfterSeconds'],
    screen: rateLimited.screen,
  },
  'secret.storage-quota-reached': {
    type: 'StorageQuotaReached',
    message: rateLimited.message,
    rest: { status: 400, code: 'rate_limited' },
    carries: ['retryAfterSeconds'],
    screen: rateLimited.screen,
  },
  'secret.verification-while-signed-in': {
    type: 'VerificationWhileSignedIn',
    message: "You can't verify an account when you're already logged in.",
    rest: { status: 400, code: 'verify_signed_in' },
  },
} as const satisfies Readonly<Record<string, RefusalDefinition>>;
