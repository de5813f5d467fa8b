import type { LaterError } from '@onceover/schema/rest/later';
import type { Dialect } from '../../../answers/dialect.ts';
import type { ApiError } from '../../../http/api-error.ts';

type Told = Pick<LaterError, 'error_type' | 'field'> & { readonly status: number };

const form = (field?: LaterError['field']): Told => ({
  status: 422,
  error_type: 'FormError',
  ...(field === undefined ? {} : { field }),
});
const unauthorized: Told = { status: 401, error_type: 'Unauthorized' };
const forbidden: Told = { status: 403, error_type: 'Forbidden' };
const notFound: Told = { status: 404, error_type: 'NotFound' };
const outage: Told = { status: 503, error_type: 'ServerError' };

/**
 * Statuses and error types by REST code. What is not here and was a bad request is a form error; anything else keeps its status.
 *
 * Source  dialects 4
 */
export const laterErrors: Readonly<Record<string, Told>> = {
  empty_secret: form('secret'),
  long_text: form('secret'),
  long_passphrase: form('passphrase'),
  bad_passphrase: form('passphrase'),
  bad_recipient: form('recipient'),
  too_many_recipients: form('recipient'),
  bad_share_domain: form('share_domain'),
  bad_label: form('memo'),
  account_required: unauthorized,
  not_authorized: unauthorized,
  not_owner: unauthorized,
  domain_not_found: forbidden,
  people_only: forbidden,
  no_entitlement: { status: 403, error_type: 'EntitlementRequired' },
  GUEST_ROUTES_DISABLED: { status: 403, error_type: 'GuestRoutesDisabled' },
  unknown_secret: { status: 404, error_type: 'RecordNotFound' },
  not_found: notFound,
  not_available: notFound,
  rate_limited: { status: 429, error_type: 'LimitExceeded' },
  unavailable: outage,
  outcome_unknown: outage,
  unexpected: { status: 500, error_type: 'ServerError' },
};

/** What a code is told as; `status` is that of D18. */
export function laterErrorOf({ code, status }: Pick<ApiError, 'code' | 'status'>): Told {
  const known = laterErrors[code];
  if (known !== undefined) return known;
  return status === 400 || status === 404 ? form() : { ...form(), status };
}

/** One body that clients of v0.20 and of v0.24 read. */
export const laterError: Dialect['error'] = (error, { shrimp, requestId }) => {
  const { status, error_type, field } = laterErrorOf(error);
  const { message, code, retryAfterSeconds, isSealed, tries, fields } = error;
  const { secret_key } = fields as { readonly secret_key?: string };
  const body: LaterError = {
    success: false,
    error: message,
    message,
    error_type: isSealed ? 'SecretUndecryptable' : error_type,
    code,
    request_id: requestId,
    ...(field === undefined ? {} : { field }),
    ...(secret_key === undefined ? {} : { secret_key }),
    ...(retryAfterSeconds === undefined ? {} : { retry_after: retryAfterSeconds }),
    ...(tries === undefined ? {} : { attempts: tries, max_attempts: tries }),
    ...(shrimp === undefined ? {} : { shrimp }),
  };
  return { status, body };
};
