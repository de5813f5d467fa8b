import type { TFunction } from 'i18next';
import { ApiError } from '../lib/calls/api-error.ts';
import type { Bundles } from './bundles.ts';
import englishCore from './locales/en/core.json';

type KnownCode = keyof Bundles['core']['refusals'];

/** The words for a failed call: by the contract's code where it has one, else what the server said. */
export function describeError(error: unknown, t: TFunction<'core'>): string {
  if (!(error instanceof ApiError)) return t('errors.unexpected');
  if (isKnownCode(error.code)) return t(`refusals.${error.code}`);
  switch (error.failure) {
    case 'no-response':
      return error.wasOffline ? t('errors.offline') : t('errors.noResponse');
    case 'incomplete':
      return t('errors.incompleteResponse', { url: withoutKeys(error.url) });
    case 'fetch':
      return t('errors.fetchData', { url: withoutKeys(error.url) });
    case 'refresh':
      return t('errors.refresh');
    case 'format':
      return t('errors.unexpectedFormat');
    default:
      return error.serverMessage ?? t('errors.requestFailed');
  }
}

/** An address as it may stand on a screenshot: a key in it could open what it names. */
function withoutKeys(url: string): string {
  return url.replaceAll(/[0-9a-z]{31,}/g, '…');
}

function isKnownCode(code: string | null): code is KnownCode {
  return code !== null && Object.hasOwn(englishCore.refusals, code);
}
