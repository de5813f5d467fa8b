import type { RestRoute } from './rest/rest-route.ts';
import { restRoutes } from './rest/rest-routes.ts';

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
