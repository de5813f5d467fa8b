/** One refusal: its member of the result unions, its exact English words, and how `/api/v2` answers it. */
export interface RefusalDefinition {
  readonly type: string;
  readonly message: string;
  readonly rest: { readonly status: number; readonly code: string };
}

/**
 * Every refusal of the product, by code. Texts are the specification's, to the letter; `rest` is the REST contract's row.
 *
 * Source  specification 5 and 8; REST contract 1.3, 5.1, 5.3, 5.6
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
} as const satisfies Readonly<Record<string, RefusalDefinition>>;

export type RefusalCode = keyof typeof refusals;
