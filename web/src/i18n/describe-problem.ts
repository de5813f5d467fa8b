import type { i18n as I18n } from 'i18next';
import { ApiError } from '../lib/calls/api-error.ts';
import { describeError } from './describe-error.ts';
import { formatWait } from './format.ts';

export interface Problem {
  /** Different for every failure, so that the next error box takes the focus again. */
  readonly id: number;
  readonly text: string;
  readonly wait: string | null;
}

let count = 0;
const ids = new WeakMap<object, number>();

/** The words for a failed form: the refusals of the account pages by code, everything else as on all pages. */
export function describeProblem(error: unknown, i18n: I18n): Problem | null {
  if (error === null || error === undefined) return null;
  const seconds = error instanceof ApiError ? error.retryAfterSeconds : null;
  return {
    id: idOf(error),
    text:
      (error instanceof ApiError && error.code !== null ? refusalText(error.code, i18n) : undefined) ??
      describeError(error, i18n.t),
    wait: seconds === null ? null : i18n.t('errors.wait', { time: formatWait(seconds, i18n.language) }),
  };
}

/** The words for a code, in the bundle of the page that can get it; undefined: only the server has words for it. */
export function refusalText(code: string, i18n: I18n): string | undefined {
  for (const bundle of ['public', 'app', 'webhooks', 'passkeys', 'core']) {
    const text: unknown = i18n.getResource(i18n.language, bundle, `refusals.${code}`);
    if (typeof text === 'string') return text;
  }
  return undefined;
}

function idOf(error: unknown): number {
  if (typeof error !== 'object' || error === null) return 0;
  const known = ids.get(error) ?? ++count;
  ids.set(error, known);
  return known;
}
