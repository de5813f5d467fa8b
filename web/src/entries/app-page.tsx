import { RouterProvider } from 'react-router/dom';
import { takeNotice } from '../app/arrival.ts';
import { ErrorBoundary } from '../app/error-boundary.tsx';
import { mount, prepare } from '../app/mount.tsx';
import { readLanguageTables } from '../i18n/format.ts';
import { nextTask } from '../lib/next-task.ts';
import { isSignedIn } from '../session/auth-state.ts';
import { createAppRouter } from './router.tsx';

// Nothing is awaited at the top level: lazy pages import what this file imports, and would wait for it in turn.
void start();

/** Each step in a task of its own. The static shell stays until the first page has its code, its texts and its data. */
async function start(): Promise<void> {
  await nextTask();
  // Read before the router is made, which keeps the address as it finds it.
  const notice = takeNotice();
  const router = createAppRouter();
  // Only signed-in people have their part of the header, and a session to watch; nobody else loads the code for it.
  const customersPart = isSignedIn() ? import('../app/frame/customer-links.tsx').catch(() => null) : null;
  if (isSignedIn()) void import('../session/session.ts').then(({ watchSession }) => watchSession(router.navigate));
  const isReady = Promise.all([prepare(['core', 'public']), firstPageOf(router), customersPart]);
  await nextTask();
  readLanguageTables();
  await isReady;
  if (notice !== null) await (await import('../app/arrival-notice.ts')).showArrival(notice, router);
  mount(
    <ErrorBoundary>
      <RouterProvider router={router} />
    </ErrorBoundary>,
  );
  // Long after the page can be used.
  setTimeout(() => void keepAsApp(), 3000);
}

/** Without a connection the next page does it. */
async function keepAsApp(): Promise<void> {
  const worker = await import('../worker/register-worker.ts').catch(() => null);
  worker?.registerWorker();
}

function firstPageOf(router: ReturnType<typeof createAppRouter>): Promise<void> {
  return new Promise((ready) => {
    if (router.state.initialized) return ready();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      ready();
    });
  });
}
