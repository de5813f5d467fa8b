import { api } from '../lib/calls/api.ts';
import { hasSessionToken } from '../lib/calls/form-token.ts';
import { apiPaths } from '../site/paths.ts';

const recheckMilliseconds = 60_000;

/** Asks the server for a token that matches this browser's session; a failure changes nothing. */
export async function renewFormToken(): Promise<void> {
  if (!hasSessionToken()) return;
  await api({ path: apiPaths.validateFormToken, form: {} }).catch(() => undefined);
}

/** Rechecks the token every minute while the page is visible. */
export function watchFormToken(): void {
  setInterval(() => {
    if (document.visibilityState === 'visible') void renewFormToken();
  }, recheckMilliseconds);
}
