import { createBrowserRouter, type RouteObject } from 'react-router';
import { AboutPage } from '../routes/about.route.tsx';
import { BurnRoute } from '../routes/burn.route.tsx';
import { HomePage } from '../routes/home.route.tsx';
import { loadMetadata } from '../routes/load-metadata.ts';
import { MetadataRoute } from '../routes/metadata.route.tsx';
import { NotFoundPage } from '../routes/not-found.route.tsx';
import { PolicyPage } from '../routes/policy.route.tsx';
import type { RouteHandle } from './root-layout.tsx';
import { RootLayout } from './root-layout.tsx';
import { RouteError } from './route-error.tsx';
import { type PageName, routeTable } from './route-table.ts';

type AppPage = Exclude<PageName, 'secret' | 'notFound'>;

const pages: Readonly<Record<AppPage, Pick<RouteObject, 'Component' | 'loader'>>> = {
  home: { Component: HomePage },
  metadata: { Component: MetadataRoute, loader: loadMetadata },
  burn: { Component: BurnRoute, loader: loadMetadata },
  about: { Component: AboutPage },
  privacy: { Component: PolicyPage },
  terms: { Component: PolicyPage },
  security: { Component: PolicyPage },
};

const minimal: RouteHandle = { layout: 'minimal' };

const pageRoutes = routeTable.flatMap((row): RouteObject[] => {
  if (row.page === 'secret') return [];
  const handle = row.page === 'burn' ? minimal : undefined;
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
