import type { FastifyInstance } from 'fastify';
import { type RestEdge, restHandler } from './rest-handler.ts';
import type { RestRoute } from './rest-route.ts';
import { accountRoutes } from './routes/account-routes.ts';
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
];

/** One door of the gateway as proofs walk through all of them: the authorisation matrix, the CSRF and header tests. */
export interface RouteRow {
  readonly method: 'GET' | 'POST';
  /** Path pattern; its parameter is `:key`. */
  readonly path: string;
  readonly auth: 'any' | 'required' | 'session';
  /** The scope a token needs; undefined: any token will do, as far as `auth` admits tokens. */
  readonly scope: RestRoute['scope'];
  /** A form route at a plain path, which redirects browsers. */
  readonly isPlain: boolean;
  /** The row that hands out form tokens; it answers without one and changes nothing. */
  readonly answersWithoutToken: boolean;
}

/** Every row of `/api/v2` and its plain twins. `POST /graphql`, `GET /logout`, pages, files and health are beside it. */
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

/** Puts every row of `/api/v2`, and the plain doors beside it, on the server. */
export function addRestRoutes(app: FastifyInstance, edge: RestEdge): void {
  for (const route of restRoutes) {
    app.route({ method: route.method, url: route.path, handler: restHandler(route, edge) });
    if (route.plain !== undefined) app.post(route.plain.path, restHandler(route, edge, route.plain));
  }
}
