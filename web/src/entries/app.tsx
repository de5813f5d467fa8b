import { RouterProvider } from 'react-router/dom';
import { ErrorBoundary } from '../app/error-boundary.tsx';
import { mount, prepare } from '../app/mount.tsx';
import { createAppRouter } from '../app/router.tsx';

/** The static shell stays until the first page has its code, its texts and its data. */
const router = createAppRouter();
const firstPageIsReady = new Promise<void>((ready) => {
  if (router.state.initialized) return ready();
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return;
    stop();
    ready();
  });
});

await Promise.all([prepare(['core', 'public']), firstPageIsReady]);
mount(
  <ErrorBoundary>
    <RouterProvider router={router} />
  </ErrorBoundary>,
);
