import type { FastifyInstance } from 'fastify';
import { type RestEdge, restHandler } from './rest-handler.ts';
import type { RestRoute } from './rest-route.ts';
import { accountRoutes } from './routes/account/account-routes.ts';
import { acknowledgeSecretRoute } from './routes/acknowledge-secret.route.ts';
import { altchaChallengeRoute } from './routes/altcha-challenge.route.ts';
import { authcheckRoute } from './routes/authcheck.route.ts';
import { burnSecretRoute } from './routes/burn-secret.route.ts';
import { colonelRoute } from './routes/colonel.route.ts';
import { concealSecretRoute } from './routes/conceal-secret.route.ts';
import { domainRoutes } from './routes/domains/domain-routes.ts';
import { doorRoutes } from './routes/doors/door-routes.ts';
import { feedbackRoute } from './routes/feedback.route.ts';
import { incomingRoute } from './routes/incoming.route.ts';
import { statusRoute, supportedLocalesRoute, versionRoute } from './routes/information.route.ts';
import { recentRoute } from './routes/recent.route.ts';
import { revealSecretRoute } from './routes/reveal-secret.route.ts';
import { showPrivateRoute } from './routes/show-private.route.ts';
import { showSecretRoute } from './routes/show-secret.route.ts';
import { validateShrimpRoute } from './routes/validate-shrimp.route.ts';

/** Every row of the REST contract. */
export const restRoutes: readonly RestRoute[] = [
  concealSecretRoute,
  showSecretRoute,
  revealSecretRoute,
  acknowledgeSecretRoute,
  recentRoute,
  showPrivateRoute,
  burnSecretRoute,
  validateShrimpRoute,
  authcheckRoute,
  altchaChallengeRoute,
  statusRoute,
  versionRoute,
  supportedLocalesRoute,
  ...accountRoutes,
  ...domainRoutes,
  colonelRoute,
  feedbackRoute,
  incomingRoute,
  ...doorRoutes,
];

/** Puts every row of `/api/v2`, and the plain doors beside it, on the server. */
export function addRestRoutes(app: FastifyInstance, edge: RestEdge): void {
  for (const route of restRoutes) {
    app.route({ method: route.method, url: route.path, handler: restHandler(route, edge) });
    if (route.plain !== undefined) app.post(route.plain.path, restHandler(route, edge, route.plain));
  }
}
