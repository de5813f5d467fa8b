import type { FastifyInstance, RouteShorthandOptions } from 'fastify';
import { httpLimits } from '../http/app.ts';
import type { DirectRoute } from '../http/direct-routes.ts';
import type { RestEdge } from './admit.ts';
import { accountRoutes } from './dialects/d18/routes/account-routes.ts';
import { colonelRoute } from './dialects/d18/routes/colonel.route.ts';
import { domainRoutes } from './dialects/d18/routes/domain-routes.ts';
import { eventsRoute } from './dialects/d18/routes/events.route.ts';
import { metadataRoutes } from './dialects/d18/routes/metadata-routes.ts';
import { passkeyRoutes } from './dialects/d18/routes/passkey-routes.ts';
import { secretRoutes } from './dialects/d18/routes/secret-routes.ts';
import { signInRoutes } from './dialects/d18/routes/sign-in-routes.ts';
import { signUpRoutes } from './dialects/d18/routes/sign-up-routes.ts';
import { siteRoutes } from './dialects/d18/routes/site-routes.ts';
import { supportRoutes } from './dialects/d18/routes/support-routes.ts';
import { laterRoutes } from './dialects/later/later-routes.ts';
import { v1Routes } from './dialects/v1/v1-routes.ts';
import { v3Routes } from './dialects/v3/v3-routes.ts';
import { longBodyHook, restHandler, type SharedRows } from './rest-handler.ts';
import type { PlainForm, RestRoute } from './rest-route.ts';

/** Rows about one subject, as the published document groups them. */
export interface RouteGroup {
  readonly title: string;
  readonly routes: readonly RestRoute[];
}

/** Every row of the REST contract, by subject. */
export const routeGroups: readonly RouteGroup[] = [
  { title: 'Secrets', routes: [...secretRoutes, ...metadataRoutes] },
  { title: 'Events', routes: [eventsRoute] },
  { title: 'Account', routes: accountRoutes },
  { title: 'Custom domains', routes: domainRoutes },
  { title: 'Support', routes: supportRoutes },
  { title: 'Site', routes: siteRoutes },
  { title: 'Sign-in', routes: [...signInRoutes, ...passkeyRoutes] },
  { title: 'Sign-up and passwords', routes: signUpRoutes },
  { title: 'Administration', routes: [colonelRoute] },
];

const restRoutes = [...routeGroups.flatMap(({ routes }) => routes), ...laterRoutes, ...v1Routes, ...v3Routes];

/** One row as the tests that go through every row see it: the authorisation matrix, the CSRF and header tests. */
export interface RouteRow
  extends Required<Pick<RestRoute, 'method' | 'path' | 'dialect' | 'auth' | 'credentials' | 'answersWithoutToken'>> {
  /** The scope an API token needs; undefined: any token will do, if `auth` allows tokens. */
  readonly scope: RestRoute['scope'];
  /** The row at its plain path, where browsers are redirected. */
  readonly isPlain: boolean;
}

/** Every row of every dialect, and those of D18 again at their plain paths. `POST /graphql`, `GET /logout`, pages, files and health are not listed. */
export const routeTable: readonly RouteRow[] = restRoutes.flatMap((route) => {
  const row: RouteRow = {
    method: route.method,
    path: route.path,
    dialect: route.dialect ?? 'd18',
    credentials: route.credentials ?? 'all',
    auth: route.auth ?? 'any',
    scope: route.scope,
    isPlain: false,
    answersWithoutToken: route.answersWithoutToken ?? false,
  };
  return route.plain === undefined ? [row] : [row, { ...row, path: route.plain.path, isPlain: true }];
});

/** Adds every row to the server, at its path in `/api/v2` and at its plain path. Gives those in `/api/v2` as plain requests reach them. */
export function addRestRoutes(app: FastifyInstance, edge: RestEdge): readonly DirectRoute[] {
  app.decorateRequest('admitted', null);
  const direct: DirectRoute[] = [];
  const places = Map.groupBy(restRoutes, ({ method, path }) => `${method} ${path}`);
  for (const [first, ...others] of places.values()) {
    if (first === undefined) continue;
    const { method, path, plain } = first;
    const rows: SharedRows = [first, ...others];
    const handler = restHandler(rows, edge);
    app.route({ method, url: path, ...bodyOf(rows, edge), handler });
    direct.push({ method, url: path, handler });
    if (plain !== undefined) app.post(plain.path, bodyOf(rows, edge, plain), restHandler(rows, edge, plain));
  }
  return direct;
}

function bodyOf(rows: SharedRows, edge: RestEdge, plain?: PlainForm): RouteShorthandOptions {
  if (rows[0].bringsSecret !== true) return {};
  return { bodyLimit: httpLimits.secretBodyBytes, onRequest: longBodyHook(rows, edge, plain) };
}
