import { api } from '../lib/calls/api.ts';
import { ApiError } from '../lib/calls/api-error.ts';
import { apiPaths } from '../site/paths.ts';
import type { CheckOutcome } from './auth-watch.ts';

/** Asks the server whether this browser is signed in. Asking does not keep an idle session alive. */
export async function checkAuth(): Promise<CheckOutcome> {
  try {
    await api({ path: apiPaths.authCheck });
    return 'signed-in';
  } catch (error) {
    const isRefused = error instanceof ApiError && (error.status === 401 || error.status === 403);
    return isRefused ? 'refused' : 'unreachable';
  }
}
