import { api } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import type { CheckOutcome } from '../../lib/auth-watch.ts';
import { apiPaths } from '../../lib/paths.ts';

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
