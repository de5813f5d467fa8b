import type { WebShell } from '@onceover/schema/web/shell';
import type { Bells } from '@onceover/service-kit/bells';
import { systemClock } from '@onceover/service-kit/clock';
import type { Readiness } from '@onceover/service-kit/lifecycle';
import type { Telemetry } from '@onceover/service-kit/telemetry';
import type { FastifyInstance } from 'fastify';
import { errorEdge } from './answers/error-edge.ts';
import { plainNotices } from './answers/plain-notice.ts';
import { restAnswers } from './answers/rest-answers.ts';
import { addBounceRoute } from './bounces/bounce-route.ts';
import type { GatewayConfig } from './config.ts';
import { addDocsRoutes } from './docs/docs-routes.ts';
import type { EdgeParts } from './edge-parts.ts';
import { addExportRoutes } from './exports/export-routes.ts';
import { addGraphqlRoute } from './graph/graphql-route.ts';
import type { Graph } from './graph/open-graph.ts';
import { checkHost } from './hosts/check-host.ts';
import { createApp } from './http/app.ts';
import { allowOrigins } from './http/cors.ts';
import { serveDirectly } from './http/direct-requests.ts';
import { addHealthRoutes } from './http/health-routes.ts';
import { addMirrorRoute } from './http/mirror.ts';
import { requestEnds } from './http/request-ends.ts';
import { anonymousLimits } from './pages/anonymous-limits.ts';
import { addAssetRoutes } from './pages/asset-routes.ts';
import { readAssets } from './pages/assets.ts';
import { addPageRoutes } from './pages/page-routes.ts';
import { addSecurityTxt } from './pages/security-txt.ts';
import { withoutShareTarget } from './pages/unshared-manifests.ts';
import { readWebShell } from './pages/web-shell.ts';
import { addWorkerRoutes } from './pages/worker-routes.ts';
import type { RestEdge } from './rest/admit.ts';
import { linksOf } from './rest/dialects/d18/presenters/links.ts';
import { dialectsOf } from './rest/dialects/dialects.ts';
import { isOpenToOrigins } from './rest/open-paths.ts';
import { addRestRoutes } from './rest/rest-routes.ts';
import type { ReadLiveDocument } from './subscriptions/live-documents.ts';
import { addLiveRoute, asksForSocket } from './subscriptions/live-route.ts';

export interface AppInputs {
  readonly edge: EdgeParts;
  readonly graph: Graph;
  readonly readLiveDocument: ReadLiveDocument;
  readonly bells: Bells;
  /** Directory of the web build, with its `shell.json`. */
  readonly webDist: string;
  readonly readiness: () => Promise<Readiness>;
  readonly telemetry: Telemetry;
  readonly version: string;
}

/** Builds the server with all its routes; it does not listen yet. Throws `WebNotBuilt`. */
export async function buildApp(config: GatewayConfig, inputs: AppInputs): Promise<FastifyInstance> {
  const { edge, graph, readLiveDocument, readiness, bells, version } = inputs;
  const { headers } = edge;
  const shell = await readWebShell(inputs.webDist);
  const notice = plainNotices(shell.notices);
  const answers = restAnswers({ ...edge, notice });
  const dialects = dialectsOf(config);
  const lastEdge = errorEdge({ ...edge, answers, dialects, notice });
  const app = createApp({
    trustedProxies: config.trustedProxies,
    brokenRequestHeaders: headers.api,
    onError: lastEdge.onError,
    mayUpgrade: asksForSocket,
    telemetry: inputs.telemetry,
  });
  checkHost(app, edge);
  allowOrigins(app, { origins: config.apiOrigins, isOpen: isOpenToOrigins, headers: headers.api });
  addHealthRoutes(app, readiness, headers);
  addMirrorRoute(app, edge.mirrorKey, headers);
  addGraphqlRoute(app, { ...edge, ...graph });
  addLiveRoute(app, { ...edge, ...graph, readLiveDocument, bells, telemetry: inputs.telemetry });
  addExportRoutes(app, edge);
  if (config.bounceToken !== undefined) addBounceRoute(app, config.bounceToken, edge);
  const routes = addRestRoutes(app, {
    ...edge,
    bells,
    ends: requestEnds(app),
    execute: graph.execute,
    links: linksOf(edge.site.origin),
    now: () => Math.floor(systemClock.now().getTime() / 1000),
    readiness,
    version,
    generatedValueAgain: config.generatedValueAgain,
    answers,
    dialects,
    isOpen: openDialects(config),
  });
  // A traced request is the framework's: all that happens for it happens within its span.
  if (!inputs.telemetry.tracing.isOn)
    serveDirectly(app, routes, { ...config, ...edge.site, onError: lastEdge.onError });
  app.setNotFoundHandler(lastEdge.onNotFound(await addPages(app, config, { ...inputs, shell })));
  return app;
}

/** Which families of clients are answered, besides ours. */
function openDialects({ apiV1, apiLater, apiGuest }: GatewayConfig): RestEdge['isOpen'] {
  return { v1: apiV1, later: apiLater, v3: apiLater, guest: apiGuest };
}

async function addPages(app: FastifyInstance, config: GatewayConfig, inputs: AppInputs & { readonly shell: WebShell }) {
  const { edge, graph, webDist, version, shell } = inputs;
  const built = await readAssets(webDist);
  const assets = config.serviceWorker ? built : withoutShareTarget(built);
  addAssetRoutes(app, assets, edge.headers);
  addWorkerRoutes(app, { assets, headers: edge.headers, isOn: config.serviceWorker });
  addDocsRoutes(app, { shell, headers: edge.headers, isOpen: openDialects(config) });
  if (config.securityContact !== undefined) {
    addSecurityTxt(app, { ...edge, contact: config.securityContact, clock: systemClock });
  }
  return addPageRoutes(app, {
    ...edge,
    config,
    version,
    execute: graph.execute,
    shell,
    anonymousLimits: anonymousLimits(graph.execute, () => performance.now()),
    hasIcons: assets.has('favicon.svg'),
  });
}
