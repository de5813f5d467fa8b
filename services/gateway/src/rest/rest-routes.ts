import type { FastifyInstance } from 'fastify';
import { type RestEdge, restHandler } from './rest-handler.ts';
import { acknowledgeSecretRoute } from './routes/acknowledge-secret.route.ts';
import { authcheckRoute } from './routes/authcheck.route.ts';
import { burnSecretRoute } from './routes/burn-secret.route.ts';
import { concealSecretRoute } from './routes/conceal-secret.route.ts';
import { statusRoute, supportedLocalesRoute, versionRoute } from './routes/information.route.ts';
import { revealSecretRoute } from './routes/reveal-secret.route.ts';
import { showPrivateRoute } from './routes/show-private.route.ts';
import { showSecretRoute } from './routes/show-secret.route.ts';
import { validateShrimpRoute } from './routes/validate-shrimp.route.ts';

const routes = [
  concealSecretRoute,
  showSecretRoute,
  revealSecretRoute,
  acknowledgeSecretRoute,
  showPrivateRoute,
  burnSecretRoute,
  validateShrimpRoute,
  authcheckRoute,
  statusRoute,
  versionRoute,
  supportedLocalesRoute,
];

/** Puts every row of `/api/v2` on the server. */
export function addRestRoutes(app: FastifyInstance, edge: RestEdge): void {
  for (const route of routes) {
    app.route({ method: route.method, url: route.path, handler: restHandler(route, edge) });
  }
}
