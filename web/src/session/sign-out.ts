import { api } from '../lib/calls/api.ts';
import { apiPaths, paths } from '../site/paths.ts';
import { tellOtherTabs } from './other-tabs.ts';
import { sayIfOffline } from './say-if-offline.ts';
import { clearStores } from './session-stores.ts';

/**
 * Signs out on request: on the server first, then everything this tab holds, then a full load of `/logout`.
 * If the call did not get through, that load is a second attempt. Without a connection nothing happens but that it is said:
 * the session would go on.
 */
export async function signOutHere(): Promise<void> {
  if (sayIfOffline()) return;
  await api({ path: apiPaths.signOut, form: {} }).catch(() => undefined);
  tellOtherTabs('signed-out');
  clearStores();
  location.assign(paths.signOut);
}
