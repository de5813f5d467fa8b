import { api } from '../lib/calls/api.ts';
import { apiPaths, paths } from '../site/paths.ts';
import { clearStores } from './session-stores.ts';

/**
 * Ends the session at the person's wish: the server's, then everything this tab holds, then a full load of `/logout`.
 * Where the call did not get through, that load is a second try.
 */
export async function signOutHere(): Promise<void> {
  await api({ path: apiPaths.signOut, form: {} }).catch(() => undefined);
  clearStores();
  location.assign(paths.signOut);
}
