import type { Subgraph } from '@onceover/graphql-kit/subgraph';
import { systemClock } from '@onceover/service-kit/clock';
import type { Readiness } from '@onceover/service-kit/lifecycle';
import type { GatewayConfig } from './config.ts';
import { formTokens } from './form-token/form-token.ts';
import { loadFormTokenKeys } from './form-token/form-token-keys.ts';
import { operationExecutor } from './graph/execute-operation.ts';
import { addGraphqlRoute } from './graph/graphql-route.ts';
import { startGraphqlServer } from './graph/graphql-server.ts';
import { supergraphOf } from './graph/supergraph.ts';
import { checkHost } from './hosts/check-host.ts';
import { siteOf } from './hosts/site.ts';
import { createApp } from './http/app.ts';
import { errorEdge } from './http/error-edge.ts';
import { addHealthRoutes } from './http/health-routes.ts';
import { listen, portFor } from './http/listen.ts';
import { securityHeaders } from './http/security-headers.ts';
import { memoryLimits, unlimited } from './limits/request-limits.ts';
import { gatewayLog } from './logger.ts';
import { addAssetRoutes } from './pages/asset-routes.ts';
import { readAssets } from './pages/assets.ts';
import { addPageRoutes } from './pages/page-routes.ts';
import { anonymousLimits } from './pages/plan-limits.ts';
import { showPlans } from './pages/plans.operation.ts';
import { readWebShell } from './pages/web-shell.ts';
import { restOperations } from './rest/operations/rest-operations.ts';
import { linksOf } from './rest/presenters/links.ts';
import { restAnswers } from './rest/rest-answers.ts';
import { addRestRoutes } from './rest/rest-routes.ts';
import { siteCookies } from './session/cookies.ts';

export { PortInUse } from './http/listen.ts';
export { WebNotBuilt } from './pages/web-shell.ts';

/** What the gateway is given: the services' parts of the graph, the built web app, and what to say about them. */
export interface GatewayDeps {
  readonly subgraphs: readonly Subgraph[];
  /** Directory of the web build, with its `shell.json`. */
  readonly webDist: string;
  readonly readiness: () => Promise<Readiness>;
  readonly version: string;
}

/** A gateway that listens. Disposing it lets requests in flight finish, then closes. */
export interface RunningGateway extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
}

/**
 * Starts the only public door.
 *
 * Refuses  `PortInUse`, `WebNotBuilt`, `ConfigError` for settings that contradict each other, a damaged key file
 */
export async function startGateway(config: GatewayConfig, deps: GatewayDeps): Promise<RunningGateway> {
  const port = await portFor(config.host, config.port);
  const site = siteOf(config, port);
  const headers = securityHeaders(site);
  const cookies = siteCookies(site);
  const tokens = formTokens(await loadFormTokenKeys(config.keysDir));
  const limits = config.rateLimits ? memoryLimits(systemClock) : unlimited;
  const shell = await readWebShell(deps.webDist);
  const assets = await readAssets(deps.webDist);

  const schema = supergraphOf(deps.subgraphs);
  const execute = operationExecutor([...restOperations, showPlans], schema, deps.subgraphs);
  const registeredDocuments = restOperations.map(({ document }) => document);
  const server = await startGraphqlServer({ schema, limits, isOpen: !site.isProduction, registeredDocuments });

  const answers = restAnswers({ headers, cookies, tokens });
  const edge = errorEdge({ answers, cookies, headers });
  const { trustedProxies } = config;
  const app = createApp({ trustedProxies, brokenRequestHeaders: headers.api, onError: edge.onError });
  checkHost(app, site);
  addHealthRoutes(app, deps.readiness, headers);
  addGraphqlRoute(app, { server, site, tokens, cookies, limits, headers });
  const tools = {
    execute,
    links: linksOf(site.origin),
    now: () => Math.floor(systemClock.now().getTime() / 1000),
    readiness: deps.readiness,
    version: deps.version,
    tokens,
    site,
    compatibleTypes: config.compatibleTypes,
  };
  addRestRoutes(app, { tools, limits, cookies, answers });
  addAssetRoutes(app, assets, headers);
  const facts = { siteHost: site.host, supportHost: config.supportHost, version: deps.version };
  const planLimits = anonymousLimits(execute, () => performance.now());
  const icon = assets.has('favicon.svg') ? '/favicon.svg' : undefined;
  const notFoundPage = addPageRoutes(app, { shell, facts, limits: planLimits, headers, cookies, tokens, icon });
  app.setNotFoundHandler(edge.onNotFound(notFoundPage));

  try {
    await listen(app, config.host, port);
  } catch (error) {
    await server.stop();
    throw error;
  }
  if (!config.rateLimits) gatewayLog.warn('REQUEST LIMITS ARE OFF: for benchmarks and tests on loopback only');
  gatewayLog.info({ site: site.host, port, production: site.isProduction }, 'gateway listens');
  return {
    url: site.origin,
    port,
    async [Symbol.asyncDispose]() {
      await app.close();
      await server.stop();
    },
  };
}
