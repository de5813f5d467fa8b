import type { TFunction } from 'i18next';
import { ApiError } from '../lib/calls/api-error.ts';
import type { Bundles } from './bundles.ts';

type KnownCode = keyof Bundles['core']['errors']['code'];

const knownCodes = {
  account_required: true,
  bad_passphrase: true,
  bad_recipient: true,
  bad_ticket: true,
  captcha_failed: true,
  captcha_missing: true,
  csrf: true,
  empty_feedback: true,
  empty_incoming: true,
  empty_secret: true,
  long_passphrase: true,
  not_burned: true,
  outcome_unknown: true,
  rate_limited: true,
  too_large: true,
  unavailable: true,
  unexpected: true,
  unknown_secret: true,
} as const satisfies Record<KnownCode, true>;

/** The words for a failed call: by the contract's code where it has one, else what the server said. */
export function describeError(error: unknown, t: TFunction<'core'>): string {
  if (!(error instanceof ApiError)) return t('errors.unexpected');
  if (isKnownCode(error.code)) return t(`errors.code.${error.code}`);
  switch (error.failure) {
    case 'no-response':
      return navigator.onLine ? t('errors.noResponse') : t('errors.offline');
    case 'incomplete':
      return t('errors.incompleteResponse', { url: error.url });
    case 'refresh':
      return t('errors.refresh');
    case 'format':
      return t('errors.unexpectedFormat');
    default:
      return error.serverMessage ?? t('errors.requestFailed');
  }
}

function isKnownCode(code: string | null): code is KnownCode {
  return code !== null && Object.hasOwn(knownCodes, code);
}
