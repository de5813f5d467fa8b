import { createBrowserRouter, type RouteObject } from 'react-router';
import { forVisitors, type PageRoute } from '../app/page-route.ts';
import type { RouteHandle } from '../app/root-layout.tsx';
import { RootLayout } from '../app/root-layout.tsx';
import { RouteError } from '../app/route-error.tsx';
import { type PageName, routeTable } from '../app/route-table.ts';
import { AboutPage } from '../routes/about.route.tsx';
import { BurnRoute } from '../routes/burn.route.tsx';
import { HomePage } from '../routes/home.route.tsx';
import { loadMetadata } from '../routes/load-metadata.ts';
import { MetadataRoute } from '../routes/metadata.route.tsx';
import { NotFoundPage } from '../routes/not-found.route.tsx';
import { PolicyPage } from '../routes/policy.route.tsx';
import { paths } from '../site/paths.ts';
import { signInPages } from './sign-in-pages.ts';
import { signedInPages } from './signed-in-pages.ts';

type AppPage = Exclude<PageName, 'secret' | 'notFound'>;

const pages: Readonly<Record<AppPage, PageRoute>> = {
  home: { Component: HomePage, loader: () => forVisitors(paths.dashboard) },
  metadata: { Component: MetadataRoute, loader: loadMetadata },
  burn: { Component: BurnRoute, loader: loadMetadata },
  about: { Component: AboutPage },
  privacy: { Component: PolicyPage },
  terms: { Component: PolicyPage },
  security: { Component: PolicyPage },
  ...signInPages,
  ...signedInPages,
};

const layouts: Partial<Record<AppPage, RouteHandle['layout']>> = {
  burn: 'minimal',
  signIn: 'quiet',
  signUp: 'quiet',
  forgot: 'quiet',
  resetPassword: 'quiet',
  signOut: 'quiet',
};

const pageRoutes = routeTable.flatMap((row): RouteObject[] => {
  if (row.page === 'secret') return [];
  const handle: RouteHandle = { layout: layouts[row.page] ?? 'default', isFeedback: row.page === 'feedback' };
  return [{ path: row.pattern, ...pages[row.page], handle, errorElement: <RouteError /> }];
});

export function createAppRouter() {
  return createBrowserRouter([
    {
      element: <RootLayout />,
      errorElement: (
        <RootLayout>
          <RouteError />
        </RootLayout>
      ),
      children: [...pageRoutes, { path: '*', element: <NotFoundPage /> }],
    },
  ]);
}
