import type { FastifyInstance } from 'fastify';
import { httpLimits } from '../http/app.ts';
import { type RestEdge, restHandler } from './rest-handler.ts';
import type { RestRoute } from './rest-route.ts';
import { accountRoutes } from './routes/account-routes.ts';
import { choosePasswordRoute } from './routes/choose-password.route.ts';
import { colonelRoute } from './routes/colonel.route.ts';
import { domainRoutes } from './routes/domain-routes.ts';
import { metadataRoutes } from './routes/metadata-routes.ts';
import { secretRoutes } from './routes/secret-routes.ts';
import { signInRoutes } from './routes/sign-in-routes.ts';
import { signUpRoutes } from './routes/sign-up-routes.ts';
import { siteRoutes } from './routes/site-routes.ts';
import { supportRoutes } from './routes/support-routes.ts';

/** Every row of the REST contract. */
export const restRoutes: readonly RestRoute[] = [
  ...secretRoutes,
  ...metadataRoutes,
  ...siteRoutes,
  ...accountRoutes,
  ...domainRoutes,
  colonelRoute,
  ...supportRoutes,
  ...signInRoutes,
  ...signUpRoutes,
  choosePasswordRoute,
];

/** One row as the tests that go through every row see it: the authorisation matrix, the CSRF and header tests. */
export interface RouteRow {
  readonly method: 'GET' | 'POST';
  /** Path pattern; its parameter is `:key`. */
  readonly path: string;
  readonly auth: 'any' | 'required' | 'session';
  /** The scope an API token needs; undefined: any token will do, if `auth` allows tokens. */
  readonly scope: RestRoute['scope'];
  /** The row at its plain path, where browsers are redirected. */
  readonly isPlain: boolean;
  /** True only for the row that issues form tokens; it changes nothing. */
  readonly answersWithoutToken: boolean;
}

/** Every row of `/api/v2`, and again at its plain path. `POST /graphql`, `GET /logout`, pages, files and health are not listed. */
export const routeTable: readonly RouteRow[] = restRoutes.flatMap((route) => {
  const row: RouteRow = {
    method: route.method,
    path: route.path,
    auth: route.auth ?? 'any',
    scope: route.scope,
    isPlain: false,
    answersWithoutToken: route.answersWithoutToken ?? false,
  };
  return route.plain === undefined ? [row] : [row, { ...row, path: route.plain.path, isPlain: true }];
});

/** Adds every row to the server, at its path in `/api/v2` and at its plain path. */
export function addRestRoutes(app: FastifyInstance, edge: RestEdge): void {
  for (const route of restRoutes) {
    const bodyLimit = route.bringsSecret === true ? httpLimits.secretBodyBytes : httpLimits.bodyBytes;
    app.route({ method: route.method, url: route.path, bodyLimit, handler: restHandler(route, edge) });
    if (route.plain !== undefined) app.post(route.plain.path, { bodyLimit }, restHandler(route, edge, route.plain));
  }
}
