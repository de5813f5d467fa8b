import { workerPath } from '@onceover/schema/web/app-files';
import { isOnCustomHost } from '../site/site-address.ts';

/** Gives the browser the site's service worker, once it has nothing else to do. Customers' hosts have none. */
export function registerWorker(): void {
  if (!('serviceWorker' in navigator) || isOnCustomHost()) return;
  const register = () =>
    // Without it the site is all there, but for what apps share and the page that says "offline".
    void navigator.serviceWorker.register(workerPath, { updateViaCache: 'none' }).catch(() => undefined);
  if ('requestIdleCallback' in window) requestIdleCallback(register);
  else register();
}
