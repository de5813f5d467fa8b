import { parts } from 'virtual:offline-parts';
import { shareTarget } from '@onceover/schema/web/app-files';
import { offlineHeaders, offlineLocale, offlinePage } from './offline-page.ts';
import { askForText, sharedTextOf } from './shared-text.ts';
import { textBox } from './text-box.ts';
import { untouched, wayOf } from './way-of.ts';

/** What a service worker has and a page has not, as far as this one needs it. */
interface WaitingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface InstallEvent extends WaitingEvent {
  addRoutes?(routes: object[]): Promise<void>;
}
interface FetchEvent extends WaitingEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Worker extends EventTarget {
  skipWaiting(): Promise<void>;
  readonly cookieStore?: { get(name: string): Promise<{ readonly value?: string } | null> };
}

/**
 * The site's service worker. It takes what another app shares and gives it to the form, and stands in for pages while there is no
 * connection. It stores nothing: it has no cache and no database, and knows pages only as it was built.
 *
 * Source  ADR 76
 */
const worker = self as unknown as Worker;
const box = textBox();

worker.addEventListener('install', (event) => {
  // Nothing of a release is kept, so the next worker need not wait until the last page of the one before is closed.
  const ready = [worker.skipWaiting(), passByUntouched(event as InstallEvent)];
  (event as InstallEvent).waitUntil(Promise.all(ready));
});

worker.addEventListener('fetch', (event) => {
  const asked = event as FetchEvent;
  const way = wayOf(asked.request, navigator.onLine);
  if (way === 'take') asked.respondWith(take(asked));
  else if (way === 'stand-in') asked.respondWith(fetch(asked.request).catch(() => standIn(asked.request.url)));
});

worker.addEventListener('message', (event) => {
  const { data, ports } = event as MessageEvent<unknown>;
  if (data === askForText) ports[0]?.postMessage(box.take());
});

/** Where a browser can be told so, it does not even start the worker for what the worker leaves alone. */
async function passByUntouched(event: InstallEvent): Promise<void> {
  const files = ['cors', 'no-cors', 'same-origin'].map((requestMode) => ({ requestMode }));
  const pages = untouched.map((first) => ({ urlPattern: `/${first}/*` }));
  await event.addRoutes?.([{ condition: { or: [...files, ...pages] }, source: 'network' }]).catch(() => undefined);
}

async function take(event: FetchEvent): Promise<Response> {
  const form = await event.request.formData().catch(() => new FormData());
  // Until the text was fetched this worker is neither stopped nor replaced.
  event.waitUntil(box.put(sharedTextOf(form)));
  return Response.redirect(new URL(shareTarget.goTo, location.origin).href, 303);
}

async function standIn(url: string): Promise<Response> {
  const cookie = await worker.cookieStore?.get('locale').catch(() => null);
  const code = offlineLocale({ url, cookie: cookie?.value, languages: navigator.languages });
  return new Response(offlinePage(code, parts), { status: 503, headers: offlineHeaders(parts) });
}
