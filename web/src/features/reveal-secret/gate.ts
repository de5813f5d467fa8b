import type { SecretAnswer } from '@onceover/schema/rest/secret';
import { api } from '../../lib/calls/api.ts';
import { ApiError } from '../../lib/calls/api-error.ts';
import { apiPaths } from '../../site/paths.ts';
import type { RevealEvent, ShownHere } from './reveal-state.ts';

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
    const { record } = await api<SecretAnswer>({ path: apiPaths.secret(secretKey) });
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

/**
 * Remembers with the tab's own history what was shown under this address, so that a reload or the way back can say so. The
 * mark holds neither the key nor the message; the address that it belongs to is the page's own.
 */
export function markShownHere(what: ShownHere): void {
  history.replaceState({ ...history.state, shown: what }, '');
}

function shownHere(): ShownHere | null {
  const shown = (history.state as { readonly shown?: unknown } | null)?.shown;
  return shown === 'message' || shown === 'verification' ? shown : null;
}
