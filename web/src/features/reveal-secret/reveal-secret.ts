import type { RevealAnswer } from '@onceover/schema/rest/secret';
import type { AltchaChallengeAnswer } from '@onceover/schema/rest/site';
import { api } from '../../lib/calls/api.ts';
import { ApiError } from '../../lib/calls/api-error.ts';
import { apiPaths } from '../../site/paths.ts';
import { adoptIntent, currentIntent } from './intent.ts';
import type { RevealedSecret } from './shown-secret.ts';

export type RevealOutcome =
  | { readonly kind: 'revealed'; readonly secret: RevealedSecret }
  | { readonly kind: 'gone' }
  | { readonly kind: 'wrong-passphrase' }
  | { readonly kind: 'limited'; readonly seconds: number }
  | { readonly kind: 'locked' }
  /** In doubt: the button is to be held, while this is solved. */
  | { readonly kind: 'hold-asked'; readonly challenge: AltchaChallengeAnswer }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'failed'; readonly error: unknown };

/** One attempt to open the link: its key is sent again if its answer was lost. */
export interface Claim {
  readonly key: string;
  readonly passphrase: string;
  /** What the page observed, as the server weighs it. */
  readonly observed: string;
  /** The solved proof of work; empty unless the button was held. */
  readonly proof: string;
}

/** An intent that was too old, or is spent, is replaced by the answer that says so. */
const tries = 3;

/**
 * Opens the link, with the intent that the page has.
 *
 * Refuses  nothing: every ending is an outcome
 * Source   specification 2 "Secret view page"; REST contract 5.3
 */
export async function revealSecret(secretKey: string, claim: Claim, left = tries): Promise<RevealOutcome> {
  try {
    return readAnswer(await send(secretKey, claim));
  } catch (error) {
    if (!(error instanceof ApiError)) return { kind: 'failed', error };
    adoptIntent(error.members.intent);
    if (error.code === 'intent_needed' && left > 1) return await revealSecret(secretKey, claim, left - 1);
    return outcomeOf(error);
  }
}

function send(secretKey: string, { key, passphrase, observed, proof }: Claim): Promise<RevealAnswer> {
  const shown = { intent: currentIntent(), observed, authenticity_payload: proof };
  const form = { continue: 'true', passphrase, ...shown };
  return api<RevealAnswer>({ path: apiPaths.secret(secretKey), form, idempotencyKey: key });
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

function outcomeOf(error: ApiError): RevealOutcome {
  if (error.status === 404) return { kind: 'gone' };
  if (error.code === 'hold_asked') {
    return { kind: 'hold-asked', challenge: error.members.challenge as AltchaChallengeAnswer };
  }
  if (error.code === 'bad_passphrase') return { kind: 'wrong-passphrase' };
  if (error.code === 'rate_limited') {
    return error.retryAfterSeconds === null
      ? { kind: 'locked' }
      : { kind: 'limited', seconds: error.retryAfterSeconds };
  }
  return error.isOutcomeUnknown ? { kind: 'unknown' } : { kind: 'failed', error };
}
