/**
 * Where a device hands in what another app shares. The site's service worker takes it, and it never leaves the browser; without one
 * the gateway answers and reads nothing. Both lead to the form, with a notice and without the text.
 */
export const shareTarget = {
  path: '/share',
  notice: 'shared',
  goTo: '/?notice=shared',
  fields: { title: 'title', text: 'text', url: 'url' },
} as const;

/** Where the script of the service worker is: at the root, so that it may answer for the whole site. */
export const workerPath = '/service-worker.js';

/** The script in the place of the worker where it is switched off: whoever has one loses it. */
export const workerRemover = `addEventListener('install', () => self.skipWaiting());
addEventListener('activate', (event) => event.waitUntil(self.registration.unregister()));
`;

/** What describes the site as an app, in one language. */
export function manifestOf(localeCode: string): string {
  return `manifests/${localeCode}.webmanifest`;
}
