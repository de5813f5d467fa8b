import type { SecretAnswer } from '@onceover/schema/rest/secret';
import { api } from '../../lib/calls/api.ts';
import { ApiError } from '../../lib/calls/api-error.ts';
import { apiPaths } from '../../site/paths.ts';
import { adoptIntent } from './intent.ts';
import type { RevealEvent } from './reveal-state.ts';
import { shownHere } from './shown-mark.ts';

type GateEvent = Extract<RevealEvent, { type: 'gate-answered' | 'gate-closed' | 'gate-failed' }>;

let early: Promise<GateEvent> | undefined;

/** The key in the address; the page is only served under `/secret/:secretKey`. */
export function secretKeyOfPage(): string {
  const segment = location.pathname.split('/')[2] ?? '';
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Asks before the page's code has arrived. This never opens the secret. */
export function startGate(): void {
  early = fetchGate(secretKeyOfPage());
}

/** The early answer the first time, a new question after that. */
export function askGate(): Promise<GateEvent> {
  const answer = early ?? fetchGate(secretKeyOfPage());
  early = undefined;
  return answer;
}

async function fetchGate(secretKey: string): Promise<GateEvent> {
  try {
    const { record, intent } = await api<SecretAnswer>({ path: apiPaths.secret(secretKey), asksIntent: true });
    adoptIntent(intent);
    const gate = {
      hasPassphrase: record.has_passphrase,
      needsVerification: record.verification,
      isOwner: record.is_owner,
    };
    return { type: 'gate-answered', gate };
  } catch (error) {
    const isGone = error instanceof ApiError && error.status === 404;
    return isGone ? { type: 'gate-closed', shownHere: shownHere() } : { type: 'gate-failed', error };
  }
}
