import type { AccountPorts } from '../ports.ts';
import { isSameValidator, sessionHash, splitRememberMe } from './new-session.ts';

/** Ends a session and what remembers the browser; what never was ends as quietly. */
export function signOutUseCase({ sessions }: Pick<AccountPorts, 'sessions'>) {
  return async ({ sessionId, rememberMe }: { sessionId: string | null; rememberMe: string | null }): Promise<void> => {
    if (sessionId !== null) await sessions.close(sessionHash(sessionId));
    const sent = rememberMe === null ? null : splitRememberMe(rememberMe);
    if (sent === null) return;
    const stored = await sessions.findRememberMe(sent.selector);
    if (stored === null || !isSameValidator(stored.validatorHash, sent.validatorHash)) return;
    await sessions.closeFamily(stored.family);
  };
}
