import type { RevealAnswer } from '@onceover/schema/rest/secret';
import { api } from '../../lib/calls/api.ts';
import { ApiError } from '../../lib/calls/api-error.ts';
import { apiPaths } from '../../site/paths.ts';
import type { RevealedSecret } from './shown-secret.ts';

export type RevealOutcome =
  | { readonly kind: 'revealed'; readonly secret: RevealedSecret }
  | { readonly kind: 'gone' }
  | { readonly kind: 'wrong-passphrase' }
  | { readonly kind: 'limited'; readonly seconds: number }
  | { readonly kind: 'locked' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'failed'; readonly error: unknown };

/**
 * Opens the link. The same claim key may be sent again if its answer was lost.
 *
 * Refuses  nothing: every ending is an outcome
 * Source   specification 2 "Secret view page"; REST contract 5.3
 */
export async function revealSecret(secretKey: string, passphrase: string, claimKey: string): Promise<RevealOutcome> {
  try {
    const form = { continue: 'true', passphrase };
    const answer = await api<RevealAnswer>({ path: apiPaths.secret(secretKey), form, idempotencyKey: claimKey });
    return readAnswer(answer);
  } catch (error) {
    return outcomeOf(error);
  }
}

/** Tells the server that the message is on the screen, which ends every redelivery. Survives leaving the page. */
export function acknowledge(secretKey: string, claimKey: string): void {
  const headers = { Accept: 'application/json', 'Idempotency-Key': claimKey };
  const init: RequestInit = { method: 'POST', headers, keepalive: true, credentials: 'same-origin' };
  fetch(apiPaths.acknowledge(secretKey), init).catch(() => undefined);
}

function readAnswer({ record, details }: RevealAnswer): RevealOutcome {
  if (typeof record.secret_value !== 'string') return { kind: 'unknown' };
  const secret: RevealedSecret = {
    value: record.secret_value,
    displayLines: details.display_lines,
    isOwner: details.is_owner,
    isVerification: details.verification,
    originalSize: record.is_truncated ? record.original_size : null,
  };
  return { kind: 'revealed', secret };
}

function outcomeOf(error: unknown): RevealOutcome {
  if (!(error instanceof ApiError)) return { kind: 'failed', error };
  if (error.status === 404) return { kind: 'gone' };
  if (error.code === 'bad_passphrase') return { kind: 'wrong-passphrase' };
  if (error.code === 'rate_limited') {
    return error.retryAfterSeconds === null
      ? { kind: 'locked' }
      : { kind: 'limited', seconds: error.retryAfterSeconds };
  }
  return error.isOutcomeUnknown ? { kind: 'unknown' } : { kind: 'failed', error };
}
